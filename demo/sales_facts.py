"""What the demo retailer is made of: places, shops, products and names."""

from collections.abc import Sequence

CURRENCIES = (
    ("EUR", "Euro", 1.0),
    ("GBP", "Pound sterling", 1.17),
    ("CHF", "Swiss franc", 1.05),
    ("SEK", "Swedish krona", 0.088),
    ("DKK", "Danish krone", 0.134),
    ("NOK", "Norwegian krone", 0.086),
    ("PLN", "Polish zloty", 0.234),
    ("CZK", "Czech koruna", 0.0398),
    ("USD", "US dollar", 0.92),
    ("CAD", "Canadian dollar", 0.68),
    ("MXN", "Mexican peso", 0.051),
)

# code, name, region, territory, currency, VAT, share of sales, cities
COUNTRIES = (
    ("DE", "Germany", "DACH", "EMEA", "EUR", 0.19, 22, ("Berlin", "Hamburg", "Munich", "Cologne")),
    ("AT", "Austria", "DACH", "EMEA", "EUR", 0.20, 5, ("Vienna", "Graz", "Linz")),
    ("CH", "Switzerland", "DACH", "EMEA", "CHF", 0.081, 4, ("Zurich", "Geneva", "Basel")),
    ("FR", "France", "Western Europe", "EMEA", "EUR", 0.20, 14, ("Paris", "Lyon", "Marseille")),
    ("BE", "Belgium", "Western Europe", "EMEA", "EUR", 0.21, 3, ("Brussels", "Antwerp")),
    ("NL", "Netherlands", "Western Europe", "EMEA", "EUR", 0.21, 7, ("Amsterdam", "Utrecht")),
    (
        "ES",
        "Spain",
        "Southern Europe",
        "EMEA",
        "EUR",
        0.21,
        11,
        ("Madrid", "Barcelona", "Valencia"),
    ),
    ("PT", "Portugal", "Southern Europe", "EMEA", "EUR", 0.23, 3, ("Lisbon", "Porto")),
    ("IT", "Italy", "Southern Europe", "EMEA", "EUR", 0.22, 8, ("Milan", "Rome", "Turin")),
    ("SE", "Sweden", "Nordics", "EMEA", "SEK", 0.25, 4, ("Stockholm", "Gothenburg")),
    ("DK", "Denmark", "Nordics", "EMEA", "DKK", 0.25, 2, ("Copenhagen", "Aarhus")),
    ("NO", "Norway", "Nordics", "EMEA", "NOK", 0.25, 2, ("Oslo", "Bergen")),
    ("FI", "Finland", "Nordics", "EMEA", "EUR", 0.255, 2, ("Helsinki", "Tampere")),
    ("GB", "United Kingdom", "UK and Ireland", "EMEA", "GBP", 0.20, 9, ("London", "Manchester")),
    ("IE", "Ireland", "UK and Ireland", "EMEA", "EUR", 0.23, 1, ("Dublin", "Cork")),
    ("PL", "Poland", "Central Europe", "EMEA", "PLN", 0.23, 4, ("Warsaw", "Krakow")),
    ("CZ", "Czechia", "Central Europe", "EMEA", "CZK", 0.21, 1, ("Prague", "Brno")),
    ("US", "United States", "North America", "AMER", "USD", 0.07, 6, ("New York", "Boston")),
    ("CA", "Canada", "North America", "AMER", "CAD", 0.05, 2, ("Toronto", "Montreal")),
    ("MX", "Mexico", "North America", "AMER", "MXN", 0.16, 1, ("Mexico City", "Monterrey")),
)

# category, department, lowest and highest net price, things, brands
CATEGORIES = (
    ("Sofas", "Furniture", 350, 1800, ("Sofa", "Corner sofa", "Sofa bed")),
    ("Chairs", "Furniture", 40, 320, ("Chair", "Armchair", "Office chair", "Stool")),
    ("Tables", "Furniture", 60, 900, ("Dining table", "Desk", "Coffee table", "Side table")),
    ("Beds", "Furniture", 150, 1200, ("Bed frame", "Mattress", "Bunk bed")),
    ("Storage", "Furniture", 30, 600, ("Wardrobe", "Shelf", "Sideboard", "Chest of drawers")),
    ("Lamps", "Home", 15, 240, ("Floor lamp", "Table lamp", "Pendant lamp")),
    ("Rugs", "Home", 25, 400, ("Wool rug", "Runner", "Outdoor rug")),
    ("Curtains", "Home", 20, 120, ("Curtain", "Blind", "Curtain rod")),
    ("Bedding", "Home", 12, 160, ("Duvet", "Pillow", "Bed linen")),
    ("Decoration", "Home", 5, 90, ("Vase", "Mirror", "Picture frame", "Candle")),
    ("Cookware", "Kitchen", 10, 220, ("Pan", "Pot", "Casserole", "Wok")),
    ("Tableware", "Kitchen", 4, 110, ("Plate set", "Bowl", "Cutlery set", "Glass set")),
    ("Kitchen appliances", "Kitchen", 25, 480, ("Kettle", "Toaster", "Blender", "Coffee machine")),
    ("Knives", "Kitchen", 8, 180, ("Chef knife", "Bread knife", "Knife block")),
    ("Garden furniture", "Garden", 45, 950, ("Garden chair", "Garden table", "Sun lounger")),
    ("Plants", "Garden", 4, 70, ("Olive tree", "Fern", "Monstera", "Herb pot")),
    ("Garden tools", "Garden", 8, 260, ("Spade", "Hedge trimmer", "Watering can", "Hose")),
    ("Barbecues", "Garden", 40, 700, ("Charcoal grill", "Gas grill", "Fire bowl")),
)

BRANDS = ("Arbol", "Fjord", "Lumen", "Casa Nova", "Havn", "Verdant", "Kupfer", "Belmont", "Nido")
LINES = ("Aske", "Brisa", "Cala", "Duna", "Elba", "Falun", "Gaia", "Hygge", "Isla", "Jura", "Kari")
FIRST_NAMES = (
    "Ana", "Lucas", "Sofia", "Mateo", "Emma", "Noah", "Mia", "Leon", "Hannah", "Paul",
    "Clara", "Louis", "Chloe", "Hugo", "Alice", "Marco", "Giulia", "Luca", "Elena", "Jan",
    "Anna", "Lars", "Ingrid", "Erik", "Freya", "Oliver", "Amelia", "Harry", "Isla",
    "Piotr", "Zofia", "Jakub", "Tereza", "Inês", "Tiago", "Aino", "Mikko", "Maeve",
    "Liam", "Olivia", "Ethan", "Camila", "Diego", "Nora", "Felix", "Lena", "Theo",
)  # fmt: skip
LAST_NAMES = (
    "García", "Müller", "Schmidt", "Dubois", "Martin", "Rossi", "Bianchi", "Jansen",
    "Vries", "Silva", "Santos", "Svensson", "Nielsen", "Hansen", "Virtanen", "Smith",
    "Jones", "Murphy", "Kowalski", "Nowak", "Novák", "Fischer", "Weber", "Moreau",
    "Peeters", "Lopez", "Fernández", "Romero", "Costa", "Ferrari", "Berg", "Lindqvist",
    "Brown", "Taylor", "Wilson", "Tremblay", "Hernández", "Keller",
)  # fmt: skip
CARRIERS = ("DHL", "UPS", "DPD", "GLS", "PostNord")
REASONS = ("Damaged", "Wrong size", "Not as described", "Changed mind", "Arrived late")
PAYMENTS = ("Card", "PayPal", "Invoice", "Bank transfer", "Gift card")
PROMO_CODES = ("WELCOME10", "SUMMER15", "BLACKFRIDAY", "VIP20")
SEGMENTS = ("Consumer", "Small business", "Corporate")
TIERS = ("None", "Bronze", "Silver", "Gold")
FORMATS = ("City", "Outlet", "Flagship")


def product_name(number: int, things: Sequence[str]) -> str:
    """One of a category's things under one of the made-up lines; no name comes twice."""
    round_number = number // len(CATEGORIES)
    line = LINES[(number * 7 + round_number) % len(LINES)]
    return f"{line} {things[round_number % len(things)]} {round_number + 1}"
