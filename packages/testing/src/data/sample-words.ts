/** Vocabulary of generated values. */

const FIRST_NAMES =
  split(`Ada Adrian Agnes Aisha Alba Alex Amara Amir Ana Anders Anja Anton Arjun Astrid Aylin Beatriz Ben
  Bianca Bruno Camille Carla Carlos Chiara Chloe Clara Daniel Daria David Diego Elena Elias Elif Emil Emma Erik Esther Eva
  Farah Felix Finn Fiona Freya Gabriel Giulia Greta Hana Hannah Hugo Ida Ines Ivan Jakob Jana Jasmin Joanna Joel Jonas Jules
  Karim Katja Kenji Lara Lea Leo Lina Louis Luca Lucia Maja Malik Mara Marco Maria Marta Mateo Maya Mia Milan Mira Nadia Nina
  Noah Nora Olga Omar Oscar Paula Petra Priya Rafael Rosa Samir Sara Sofia Tariq Theo Tomas Vera Yara Yusuf Zoe`);
const SURNAME_STARTS =
  split(`Ash Beck Berg Birch Black Brook Cliff Dahl East Falk Fair Green Hart Hazel Holm Lang Lin Lund
  March Mill North Oak Rad Red Rose Sand Shel Stan Stone Thorn Wal West Whit Win Wood York`);
const SURNAME_ENDS = split(
  "berg bridge brook bury by dale den field ford ham land ley man mark mont ridge ström ton well worth",
);
const SECTORS = split(
  "Analytics Chemicals Design Electronics Energy Foods Interiors Labs Logistics Media Optics Textiles Tools Travel",
);
const LEGAL_FORMS = split("AG GmbH Group Inc Ltd SA");
const MATERIALS = split(
  "Aluminum Bamboo Birch Ceramic Copper Cotton Glass Leather Linen Marble Oak Steel Walnut Wool",
);
const GOODS =
  split(`backpack blanket bookcase bottle bowl bracket cabinet candle chair clock cup curtain desk frame hook jacket
  jar jug kettle lamp mirror notebook pan pen planter plate rug scarf shelf sofa stool table teapot tray vase wallet`);
const LOOKS = split(
  "Classic Compact Deluxe Foldable Heavy Large Light Mini Modern Outdoor Round Slim Small Soft Square Tall",
);
const PLACES =
  split(`Aspen Aurora Bay Birch Canyon Cedar Cliff Cobalt Coral Delta Dune Ember Falcon Fern Fjord Forest Garnet
  Glacier Harbor Hazel Heron Indigo Island Jade Juniper Lagoon Lake Linden Lotus Maple Meadow Mesa Mistral Nova Opal Orchid
  Pebble Pine Prairie Quartz Raven Reef Ridge River Saffron Sierra Spruce Summit Sunset Tundra Valley Vista Willow Zephyr`);
const SUBJECTS = split(
  "Contacts Customers Invoices Orders Payments Prices Products Returns Shipments Stock Subscriptions Tickets",
);
const SYSTEMS = [
  "CRM",
  "ERP",
  "web shop",
  "warehouse",
  "marketplace",
  "billing",
  "accounting",
  "data lake",
  "portal",
];
const FINDINGS = [
  "arrive twice",
  "are delayed",
  "are incomplete",
  "are missing",
  "do not arrive",
  "have wrong dates",
];
const WAYS = [
  "in batches",
  "every night",
  "every hour",
  "after each change",
  "on request",
  "at the end of the month",
];
const AREAS = split(
  "Balcony Bathroom Bedroom Camping Children Garden Gift Hallway Hobby Home Kitchen Office Outdoor Patio Sports Travel",
);
const RANGES = split(
  "accessories bargains books classics decoration essentials furniture lighting storage supplies textiles tools",
);
const STREETS = split(
  "Bridge Castle Church Garden Harbor High King Lake Market Mill Park River School Station Summer Tower",
);
const CITIES =
  split(`Amsterdam Antwerp Barcelona Basel Berlin Bern Bologna Bordeaux Bristol Copenhagen Dublin Geneva Ghent
  Graz Hamburg Helsinki Leeds Leipzig Lisbon Lyon Madrid Malmö Milan Munich Oslo Porto Prague Turin Vienna Zurich`);

function split(text: string): readonly string[] {
  return text.split(/\s+/);
}

/** One entry of each list. Numbers below the product of their lengths choose different entries. */
function choose(number: number, ...lists: readonly (readonly string[])[]): string[] {
  let rest = number;
  return lists.map((list) => {
    const index = rest % list.length;
    rest = Math.floor(rest / list.length);
    return list[index] as string;
  });
}

export interface Person {
  readonly first: string;
  readonly last: string;
}

export function person(number: number): Person {
  const [first = "", start = "", end = ""] = choose(number, FIRST_NAMES, SURNAME_STARTS, SURNAME_ENDS);
  return { first, last: `${start}${end}` };
}

export function company(number: number): string {
  const [start, end, sector, form] = choose(number, SURNAME_STARTS, SURNAME_ENDS, SECTORS, LEGAL_FORMS);
  return `${start}${end} ${sector} ${form}`;
}

export function product(number: number): string {
  const [look, material, good] = choose(number, LOOKS, MATERIALS, GOODS);
  return `${look} ${material?.toLowerCase()} ${good} ${10 * (1 + (number % 89))}`;
}

/** Data that an integration transfers, such as `Orders from shop to ERP`. */
export function transfer(number: number): string {
  const [subject, source = "", target] = choose(number, SUBJECTS, SYSTEMS, SYSTEMS);
  return `${subject} from ${source} to ${target === source ? "archive" : target}`;
}

/** The subject of a ticket. */
export function finding(number: number): string {
  const [subject, source, problem] = choose(number, SUBJECTS, SYSTEMS, FINDINGS);
  return `${subject} from the ${source} ${problem} (case ${1000 + (number % 9000)})`;
}

export function sentence(number: number): string {
  const [subject, source = "", target, way] = choose(number, SUBJECTS, SYSTEMS, SYSTEMS, WAYS);
  return `${subject} are copied from the ${source} to the ${target === source ? "archive" : target} ${way}.`;
}

export function topic(number: number): string {
  return choose(number, AREAS, RANGES).join(" ");
}

/** A name for things of any kind, such as `Harbor price list 270`. @param thing - In lower case. */
export function label(number: number, thing: string): string {
  const [place] = choose(number, PLACES);
  return `${place}${thing && ` ${thing}`} ${1 + (Math.floor(number / PLACES.length) % 999)}`;
}

export function street(number: number): string {
  return `${1 + (number % 180)} ${choose(number, STREETS).join("")} Street`;
}

export function city(number: number): string {
  return choose(number, CITIES).join("");
}
