"""Names of people, companies and places that made rows are filled with."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FIRST = _words(
    "Anna Ben Clara David Emma Felix Greta Hugo Ines Jonas Karla Leon Mia Noah Olga Paul Quirin "
    "Rosa Stefan Tina Umar Vera Walter Xenia Yusuf Zoe Adam Bianca Carlos Diana Elias Fatima "
    "Georg Helena Igor Julia Kevin Laura Marco Nadia Oscar Petra Rafael Sofia Thomas Ursula "
    "Victor Wanda Alice Bruno Chloe Dario Eva Frank Grace Henry Irene Jack Kim Luca"
)
LAST = _words(
    "Adler Bauer Conti Dubois Evans Fischer Garcia Huber Ivanov Jansen Keller Lang Moreau Novak "
    "Olsen Pichler Quinn Rossi Schmidt Tanaka Unger Vogel Weber Young Zimmer Becker Costa Dvorak "
    "Egger Ferrari Gruber Hofer Iglesias Johnson Kowalski Lehmann Mayer Nilsson Orban Petrov "
    "Richter Silva Thaler Urban Varga Winkler Yilmaz Ziegler Arnold Brandt Cooper Dietrich Ebner "
    "Frank Graf Hansen Horvat Jovic Koch Larsen Meier Nowak Otto Peters Reiter Sanders Steiner "
    "Taylor Thompson Vidal Wagner Walker Wolf Wright Zeller Baker Clark Davies Edwards Foster"
)
STEMS = _words(
    "Alpen Nord Delta Orion Silver Blue Green Rapid Prime Vertex Harbor Summit Cedar Falcon Nova "
    "Atlas Aurora Bright Castle Copper Crystal Eagle Ember Fjord Global Granite Horizon Iris "
    "Jupiter Lakeside Maple Metro Mistral Oak Pioneer Quartz River Sierra Stone Sunrise Titan "
    "Union Valley Willow Zenith"
)
KINDS = _words("Foods Logistics Media Systems Trading Design Energy Motors Health Textiles")
FORMS = ("GmbH", "Ltd", "AG", "Inc", "SARL", "BV", "& Sons")
STREETS = ("Main Street", "Park Lane", "Mill Road", "Station Street", "Church Road", "Lake View")
