import type { createBenefit } from '@guildhall/contract/benefits/benefits'
import type { createCustomField } from '@guildhall/contract/catalog/custom-fields'
import type { createMeter } from '@guildhall/contract/metering/meters'
import type { BodyInput } from '@guildhall/contract/operation'

/** The age of the organization: it has sold for two years. */
export const foundedDaysAgo = 750

/** The demo's seller: a small publisher of maps and guides. */
export const seller = {
  name: 'Larkfield Press',
  slug: 'larkfield-press',
  email: 'hello@larkfield.example',
  website: 'https://larkfield.example',
}

/** Where it collects tax. */
export const taxedCountries = ['DE', 'GB'] as const

export const owner = { name: 'Nora Larkfield', email: 'nora@larkfield.example' }

export const customFields = {
  cover: {
    type: 'select',
    slug: 'cover',
    name: 'Cover',
    properties: {
      formLabel: 'Which cover would you like?',
      options: [
        { value: 'linen', label: 'Linen' },
        { value: 'paper', label: 'Paper' },
      ],
    },
  },
  dedication: {
    type: 'text',
    slug: 'dedication',
    name: 'Dedication',
    properties: {
      formLabel: 'A dedication on the first page',
      formHelpText: 'We write it by hand. Leave it empty for none.',
      textarea: true,
      maxLength: 200,
    },
  },
  shipAfter: {
    type: 'date',
    slug: 'ship-after',
    name: 'Ship after',
    properties: { formLabel: 'Not before' },
  },
  friends: {
    type: 'number',
    slug: 'friends',
    name: 'Readers at home',
    properties: { formLabel: 'How many of you will read it?', ge: 1, le: 12 },
  },
  letters: {
    type: 'checkbox',
    slug: 'letters',
    name: 'Newsletter',
    properties: { formLabel: 'Tell me when the next book is out' },
  },
} as const satisfies Record<string, BodyInput<typeof createCustomField>>

export const meters = {
  tiles: {
    name: 'Map tiles',
    filter: {
      conjunction: 'and',
      clauses: [{ property: 'name', operator: 'eq', value: 'tile.rendered' }],
    },
    aggregation: { func: 'count' },
  },
  prints: {
    name: 'Printed pages',
    filter: {
      conjunction: 'and',
      clauses: [{ property: 'name', operator: 'eq', value: 'page.printed' }],
    },
    aggregation: { func: 'sum', property: 'pages' },
  },
} as const satisfies Record<string, BodyInput<typeof createMeter>>

/** The file of the downloadable benefit. */
export const sample = {
  name: 'tide-tables.txt',
  text: 'Tide tables of the northern coast\n\nSpring tides follow the full and the new moon.\n',
}

interface BenefitIds {
  readonly tiles: string
  /** Null where no file could be stored. */
  readonly sample: string | null
}

type BenefitInput = BodyInput<typeof createBenefit>

export const benefits = ({
  tiles,
  sample: file,
}: BenefitIds): Readonly<Record<'card' | 'key' | 'credit' | 'tables', BenefitInput | null>> => ({
  card: {
    type: 'custom',
    description: 'A card from the printing room',
    properties: { note: 'Thank you! Your card will be in the next mail.' },
  },
  key: {
    type: 'license_keys',
    description: 'Map Studio on three machines',
    properties: {
      prefix: 'LARK',
      expires: { ttl: 1, timeframe: 'year' },
      activations: { limit: 3, enableCustomerAdmin: true },
    },
  },
  credit: {
    type: 'meter_credit',
    description: '5,000 map tiles each month',
    properties: { units: 5000, rollover: true, meterId: tiles },
  },
  tables:
    file === null
      ? null
      : {
          type: 'downloadables',
          description: 'Tide tables to print',
          properties: { files: [file] },
        },
})
