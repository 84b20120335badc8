/** The states of the United States and the provinces of Canada, which have their own taxes. */
export const countryStates: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: {
    AL: 'Alabama',
    AK: 'Alaska',
    AZ: 'Arizona',
    AR: 'Arkansas',
    CA: 'California',
    CO: 'Colorado',
    CT: 'Connecticut',
    DE: 'Delaware',
    DC: 'District of Columbia',
    FL: 'Florida',
    GA: 'Georgia',
    HI: 'Hawaii',
    ID: 'Idaho',
    IL: 'Illinois',
    IN: 'Indiana',
    IA: 'Iowa',
    KS: 'Kansas',
    KY: 'Kentucky',
    LA: 'Louisiana',
    ME: 'Maine',
    MD: 'Maryland',
    MA: 'Massachusetts',
    MI: 'Michigan',
    MN: 'Minnesota',
    MS: 'Mississippi',
    MO: 'Missouri',
    MT: 'Montana',
    NE: 'Nebraska',
    NV: 'Nevada',
    NH: 'New Hampshire',
    NJ: 'New Jersey',
    NM: 'New Mexico',
    NY: 'New York',
    NC: 'North Carolina',
    ND: 'North Dakota',
    OH: 'Ohio',
    OK: 'Oklahoma',
    OR: 'Oregon',
    PA: 'Pennsylvania',
    RI: 'Rhode Island',
    SC: 'South Carolina',
    SD: 'South Dakota',
    TN: 'Tennessee',
    TX: 'Texas',
    UT: 'Utah',
    VT: 'Vermont',
    VA: 'Virginia',
    WA: 'Washington',
    WV: 'West Virginia',
    WI: 'Wisconsin',
    WY: 'Wyoming',
  },
  CA: {
    AB: 'Alberta',
    BC: 'British Columbia',
    MB: 'Manitoba',
    NB: 'New Brunswick',
    NL: 'Newfoundland and Labrador',
    NT: 'Northwest Territories',
    NS: 'Nova Scotia',
    NU: 'Nunavut',
    ON: 'Ontario',
    PE: 'Prince Edward Island',
    QC: 'Quebec',
    SK: 'Saskatchewan',
    YT: 'Yukon',
  },
}

export const hasStates = (country: string): boolean => Object.hasOwn(countryStates, country)

/** A code for messages; the country must have states. */
export const exampleState = (country: string): string => (country === 'CA' ? 'QC' : 'NY')

/** Accepts `QC`, `CA-QC`, `ca-qc` and `Quebec`; null for an unknown state. */
export function readState(country: string, text: string): string | null {
  const states = countryStates[country] ?? {}
  const written = plain(text)
  const code = written.startsWith(`${country}-`) ? written.slice(country.length + 1) : written
  if (Object.hasOwn(states, code)) return code
  const named = Object.entries(states).find(([, name]) => plain(name) === written)
  return named?.[0] ?? null
}

/** In capitals and without diacritics: Québec is Quebec. */
const plain = (text: string): string =>
  text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()

/** The European Union, where one registration can cover all; without Monaco. */
const union: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

export const isInUnion = (country: string): boolean => union.has(country)

/** The prefix of a country’s VAT numbers, which differs from its code for Greece only. */
export const vatPrefix = (country: string): string => (country === 'GR' ? 'EL' : country)

/** Provinces that need a registration of their own; Canada’s covers the others. */
export const provincesWithOwnTax: readonly string[] = ['BC', 'MB', 'QC', 'SK']
