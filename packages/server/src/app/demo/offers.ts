import type { createDiscount } from '@guildhall/contract/catalog/discounts'
import type { createProduct } from '@guildhall/contract/catalog/products'
import type { BodyInput } from '@guildhall/contract/operation'
import type { Scenery } from './draw-cover.ts'
import type { customFields } from './sample-data.ts'

const dusk: Scenery = {
  sky: ['2b3a67', 'f2a07b'],
  sun: 'ffe3b3',
  hills: ['6d597a', '4a4063', '2d2a4a', '1c1b33'],
}
const morning: Scenery = {
  sky: ['a8d5e5', 'fdf6e3'],
  sun: 'ffffff',
  hills: ['9ec1a3', '6f9f83', '40798c', '1f363d'],
}
const sea: Scenery = {
  sky: ['cfe8ef', 'fff4e0'],
  sun: 'ffd27d',
  hills: ['8fb8de', '5d8aa8', '33658a', '1d3557'],
}
const heath: Scenery = {
  sky: ['f6d6c9', 'fbeee6'],
  sun: 'e76f51',
  hills: ['d4a5a5', 'b07a9e', '7a5c8a', '4b3b5b'],
}

export interface DemoProduct {
  readonly daysAgo: number
  readonly input: Omit<BodyInput<typeof createProduct>, 'medias' | 'attachedCustomFields'>
  readonly scenery?: Scenery
  readonly benefits?: readonly ('card' | 'key' | 'credit' | 'tables')[]
  readonly asks?: readonly {
    readonly field: keyof typeof customFields
    readonly required: boolean
  }[]
  readonly isArchived?: boolean
}

const fixed = (priceAmount: number) => ({ amountType: 'fixed', priceAmount }) as const

const books = {
  almanac: {
    daysAgo: 740,
    isArchived: true,
    input: {
      name: 'Harbor Almanac, last year’s edition',
      description: 'Tides, birds and market days, week by week.',
      recurringInterval: null,
      prices: [fixed(1400)],
    },
  },
  atlas: {
    daysAgo: 738,
    scenery: dusk,
    benefits: ['card'],
    asks: [
      { field: 'cover', required: true },
      { field: 'dedication', required: false },
      { field: 'shipAfter', required: false },
    ],
    input: {
      name: 'Atlas of Quiet Places',
      description: 'Forty walks without a crowd, drawn by hand and printed in two colors.',
      recurringInterval: null,
      prices: [fixed(4800)],
      metadata: { isbn: '978-0-00-000000-2', pages: 232 },
    },
  },
  birds: {
    daysAgo: 731,
    scenery: morning,
    benefits: ['tables'],
    input: {
      name: 'Field Guide to Coastal Birds',
      description: 'What flies, wades and dives between two tides. For coat pockets.',
      recurringInterval: null,
      prices: [fixed(2900)],
      metadata: { isbn: '978-0-00-000000-9', pages: 148 },
    },
  },
} as const satisfies Record<string, DemoProduct>

const others = {
  letter: {
    daysAgo: 725,
    scenery: sea,
    benefits: ['card'],
    asks: [{ field: 'friends', required: false }],
    input: {
      name: 'The Larkfield Letter',
      description: 'One essay, one map and one recipe, on paper, every month.',
      recurringInterval: 'month',
      prices: [fixed(600)],
    },
  },
  letterYearly: {
    daysAgo: 725,
    scenery: sea,
    benefits: ['card', 'tables'],
    asks: [{ field: 'friends', required: false }],
    input: {
      name: 'The Larkfield Letter, for a year',
      description: 'Twelve letters for the price of ten.',
      recurringInterval: 'year',
      prices: [fixed(6000)],
    },
  },
  chapter: {
    daysAgo: 722,
    input: {
      name: 'A sample chapter',
      description: 'The first walk of the atlas, to read on a screen.',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
    },
  },
  friends: {
    daysAgo: 721,
    scenery: heath,
    benefits: ['card'],
    asks: [{ field: 'letters', required: false }],
    input: {
      name: 'Friends of the press',
      description: 'Pay what you like. It keeps the old machine running.',
      recurringInterval: null,
      prices: [{ amountType: 'custom', minimumAmount: 500, presetAmount: 1500 }],
    },
  },
} as const satisfies Record<string, DemoProduct>

/** In the order of their creation. */
export const products = (tilesMeterId: string): Readonly<Record<string, DemoProduct>> => ({
  ...books,
  ...others,
  studio: {
    daysAgo: 720,
    scenery: morning,
    benefits: ['key', 'credit'],
    input: {
      name: 'Map Studio',
      description: 'The tools that we draw our maps with. Tiles beyond your credit cost extra.',
      recurringInterval: 'month',
      prices: [
        fixed(1900),
        {
          amountType: 'metered_unit',
          meterId: tilesMeterId,
          unitAmount: '0.05',
          capAmount: 5000,
        },
      ],
    },
  },
})

interface DemoDiscount {
  readonly daysAgo: number
  readonly input: BodyInput<typeof createDiscount>
}

interface LetterIds {
  readonly letter: string
  readonly letterYearly: string
}

/** `dayFrom` returns the day a number of days from now; negative numbers lie in the past. */
export const discounts = (
  { letter, letterYearly }: LetterIds,
  dayFrom: (days: number) => string,
): readonly DemoDiscount[] => [
  {
    daysAgo: 719,
    input: {
      name: 'Opening week',
      code: 'OPENING',
      type: 'percentage',
      basisPoints: 1500,
      duration: 'once',
      startsAt: dayFrom(-719),
      endsAt: dayFrom(-712),
    },
  },
  {
    daysAgo: 718.8,
    input: {
      name: 'Half of the first quarter',
      type: 'percentage',
      basisPoints: 5000,
      duration: 'repeating',
      durationInMonths: 3,
      products: [letter],
    },
  },
  {
    daysAgo: 718.6,
    input: {
      name: 'Five dollars for old friends',
      code: 'FRIENDS5',
      type: 'fixed',
      amount: 500,
      duration: 'forever',
      maxRedemptions: 100,
      products: [letter, letterYearly],
    },
  },
  {
    daysAgo: 718.4,
    input: {
      name: 'Reading season',
      code: 'READ20',
      type: 'percentage',
      basisPoints: 2000,
      duration: 'once',
      endsAt: dayFrom(60),
    },
  },
]
