import { createCustomer } from '@guildhall/contract/customers/customers'
import type { BodyInput, BodyOf } from '@guildhall/contract/operation'
import * as z from 'zod/mini'
import { type Draws, drawsFrom } from './random-draws.ts'

export interface DemoCustomer {
  readonly daysAgo: number
  readonly input: BodyOf<typeof createCustomer>
}

const count = 120
const firstDaysAgo = 716

const words = (text: string): readonly string[] => text.split(' ')

const givenNames = words(
  'Ada Bram Clara Dario Elif Finn Greta Hugo Ines Jonas Kaisa Leo Mara Nils Odile Paavo Rosa Tove',
)
const familyNames = words(
  'Abbott Berg Castell Dahl Ekström Fiore Grant Haas Ito Jansen Keller Lindqvist Moreau Novak',
)

interface Place {
  readonly country: string
  readonly state?: string
  readonly city: string
  readonly postalCode: string
  readonly street: string
}

const places: readonly Place[] = [
  { country: 'US', state: 'OR', city: 'Portland', postalCode: '97205', street: 'Alder Street' },
  { country: 'US', state: 'ME', city: 'Rockland', postalCode: '04841', street: 'Harbor Road' },
  { country: 'CA', state: 'BC', city: 'Victoria', postalCode: 'V8W 1P6', street: 'Wharf Street' },
  { country: 'DE', city: 'Lübeck', postalCode: '23552', street: 'Hafenweg' },
  { country: 'NL', city: 'Haarlem', postalCode: '2011 RD', street: 'Spaarne' },
  { country: 'SE', city: 'Visby', postalCode: '621 56', street: 'Strandgatan' },
  { country: 'FR', city: 'Nantes', postalCode: '44000', street: 'Quai de la Fosse' },
  { country: 'PT', city: 'Aveiro', postalCode: '3800-153', street: 'Rua do Cais' },
  { country: 'GB', city: 'Whitby', postalCode: 'YO21 3PU', street: 'Pier Lane' },
  { country: 'JP', city: 'Kamakura', postalCode: '248-0012', street: 'Onarimachi' },
]
const sources = ['letter', 'bookshop', 'fair', 'friend']

/** The customers of the demo, oldest first and growing in number. */
export function demoCustomers(): readonly DemoCustomer[] {
  const draws = drawsFrom(1874)
  return Array.from({ length: count }, (_, number) => {
    const left = 1 - (number + draws.below(100) / 100) / count
    const input = z.parse(createCustomer.body, customerInput(draws, number))
    return { daysAgo: firstDaysAgo * left ** 1.6, input }
  })
}

function customerInput(draws: Draws, number: number): BodyInput<typeof createCustomer> {
  const given = draws.oneOf(givenNames)
  const family = draws.oneOf(familyNames)
  const place = draws.oneOf(places)
  const local = `${given}.${family}`
    .normalize('NFD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase()
  return {
    // A number keeps two customers of one name apart.
    email: `${local}.${number + 1}@example.com`,
    name: `${given} ${family}`,
    ...(draws.below(3) > 0 && { externalId: `reader-${1000 + number}` }),
    billingAddress: addressAt(place, draws.below(80) + 1),
    ...(place.country === 'DE' &&
      draws.below(2) === 0 && { taxId: [`DE${200_000_000 + draws.below(99_999_999)}`, 'eu_vat'] }),
    metadata: { source: draws.oneOf(sources), ...(draws.below(6) === 0 && { wholesale: true }) },
  }
}

const addressAt = ({ street, ...place }: Place, house: number) => ({
  ...place,
  line1: place.state === undefined ? `${street} ${house}` : `${house} ${street}`,
})
