import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { faultParsing, faultsOf } from '../faults.ts'
import { wireCodec } from '../wire.ts'
import { filterClausesMax, filterConjunctions, filterDepthMax, filterOperators } from './filters.ts'
import { createMeter } from './meters.ts'

const codec = wireCodec(createMeter.body, 'billing')

/** Parses as the API does. */
const read = (filter: unknown) =>
  z.safeParse(
    createMeter.body,
    codec.decode({ name: 'Calls', aggregation: { func: 'count' }, filter }),
    faultParsing,
  )

const clause = { property: 'model_name', operator: 'eq', value: 'lite' }
const all = (...clauses: unknown[]) => ({ conjunction: 'and', clauses })
const any = (...clauses: unknown[]) => ({ conjunction: 'or', clauses })
const times = (count: number) => Array.from({ length: count }, () => clause)

/** Nested filters, the innermost without clauses. */
const nested = (depth: number): object => (depth === 1 ? all() : all(nested(depth - 1)))

describe('a filter is accepted unchanged', () => {
  it.each<[string, object]>([
    ['without clauses', all()],
    ['with one clause', any(clause)],
    ['with several clauses', all(clause, clause)],
    ['with nested filters', all(clause, any(clause, all(clause)), clause)],
    ['with a nested filter without clauses', all(any())],
    ['with the maximum depth', nested(filterDepthMax)],
    ['with the maximum number of clauses', all(...times(filterClausesMax))],
    [
      'with the maximum number of clauses in total',
      all(any(...times(filterClausesMax - 2)), clause),
    ],
    ['with a property of special characters', all({ ...clause, property: '__proto__ .%"ß' })],
    ['with a long property', all({ ...clause, property: 'x'.repeat(128) })],
    ['with a long text', all({ ...clause, value: 'x'.repeat(500) })],
    ...filterConjunctions.map((conjunction): [string, object] => [
      `joined by ${conjunction}`,
      { conjunction, clauses: [clause] },
    ]),
    ...filterOperators.map((operator): [string, object] => [
      `with ${operator}`,
      all({ ...clause, operator }),
    ]),
    ...['', '5', 'true', 5, -5, 0, Number.MAX_SAFE_INTEGER, true, false].map(
      (value): [string, object] => [
        `with the value ${JSON.stringify(value)}`,
        all({ ...clause, value }),
      ],
    ),
  ])('%s', (_title, filter) => {
    expect(read(filter).data?.filter).toEqual(filter)
  })
})

const steps = (...indices: number[]) => indices.map((index) => `.clauses.${index}`).join('')

describe('a filter is refused', () => {
  it.each<[string, unknown, string[]]>([
    ['that is a string', 'all', ['']],
    ['without a conjunction', { clauses: [] }, ['.conjunction']],
    ['with an unknown conjunction', { conjunction: 'xor', clauses: [clause] }, ['.conjunction']],
    ['without a list of clauses', { conjunction: 'and' }, ['.clauses']],
    ['with an object instead of clauses', { conjunction: 'and', clauses: {} }, ['.clauses']],
    ['with a number among the clauses', all(clause, 5), ['.clauses.1']],
    ['with a list among the clauses', all([clause]), ['.clauses.0']],
    ['with an unknown operator', all({ ...clause, operator: 'is' }), ['.clauses.0.operator']],
    ['with no operator', all({ property: 'a', value: 1 }), ['.clauses.0.operator']],
    ['with no property', all({ operator: 'eq', value: 1 }), ['.clauses.0.property']],
    ['with an empty property', all({ ...clause, property: '' }), ['.clauses.0.property']],
    [
      'with a property that is too long',
      all({ ...clause, property: 'x'.repeat(129) }),
      ['.clauses.0.property'],
    ],
    ...[undefined, null, 1.5, 2 ** 53, 'x'.repeat(501), [1], {}].map(
      (value): [string, unknown, string[]] => [
        `with the value ${String(JSON.stringify(value)).slice(0, 9)}`,
        all(clause, { ...clause, value }),
        ['.clauses.1.value'],
      ],
    ),
    [
      'with a fault in a nested clause',
      all(any({ ...clause, operator: 1 })),
      [`${steps(0, 0)}.operator`],
    ],
    [
      'with an invalid nested filter',
      all({ conjunction: 'xor', clauses: [] }),
      ['.clauses.0.conjunction'],
    ],
    [
      'with several faults',
      all({ ...clause, value: null }, any({ ...clause, property: '' })),
      ['.clauses.0.value', `${steps(1, 0)}.property`],
    ],
    ['with a clause that is also a filter', all({ ...clause, ...any() }), ['.clauses.0']],
    [
      'nested one level too deep',
      nested(filterDepthMax + 1),
      [steps(...Array(filterDepthMax).fill(0))],
    ],
    ['with one clause too many', all(...times(filterClausesMax + 1)), [steps(filterClausesMax)]],
    [
      'with one clause too many in total',
      all(clause, any(...times(filterClausesMax - 2)), clause),
      [steps(2)],
    ],
    [
      'with one clause too many in a nested filter',
      all(clause, any(clause, all(...times(filterClausesMax)))),
      [steps(1, 1, filterClausesMax - 4)],
    ],
  ])('%s', (_title, filter, places) => {
    const { error } = read(filter)
    const faults = faultsOf(error?.issues ?? [], 'body', codec.wirePath)
    expect([...new Set(faults.map(({ loc }) => loc.join('.')))]).toEqual(
      places.map((place) => `body.filter${place}`),
    )
  })

  it('with a message that names the limit', () => {
    const wordsOf = (filter: object) => read(filter).error?.issues.map(({ message }) => message)
    expect(wordsOf(nested(filterDepthMax + 1))).toEqual(['Filters can be nested at most 8 deep'])
    expect(wordsOf(all(...times(filterClausesMax + 1)))).toEqual([
      'A filter can have at most 100 clauses in all',
    ])
  })
})

it('unknown fields are reported at every depth', () => {
  const unknown: { path: readonly (string | number)[]; nearest: string | null }[] = []
  const filter = all(any({ ...clause, propertty: 'a' }), clause)
  codec.decode({ filter: { ...filter, negated: true } }, unknown)
  expect(unknown).toEqual([
    { path: ['filter', 'clauses', 0, 'clauses', 0, 'propertty'], nearest: 'property' },
    { path: ['filter', 'negated'], nearest: null },
  ])
})
