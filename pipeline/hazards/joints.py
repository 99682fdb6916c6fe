"""Small words that a sentence is held together by."""

# What a sentence is held together by: the statement has no part for it.
_TEXT = """
    a an the of in on at by to for from with without and or not no is are was were be been being
    am do does did done has have had having how what which who whom whose where when why that this
    these those it its they them their there i me my we us our you your he she his her as than then
    so if but into out up over under all any each every some many much more most less least few
    fewer only also both between per list show give find get tell return name names id ids number
    numbers count counts total sum average mean max maximum min minimum top first last highest
    among about across around along through against within toward towards behind beyond near
    inside outside according regarding concerning
    lowest largest smallest please can could would will shall should may might must unit units
"""
JOINTS = frozenset(_TEXT.split())
