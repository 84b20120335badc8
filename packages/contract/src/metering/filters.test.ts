import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { faultsOf, tellingIssues } from '../faults.ts'
import { wireCodec } from '../wire.ts'
import { filterClausesMax, filterConjunctions, filterDepthMax, filterOperators } from './filters.ts'
import { createMeter } from './meters.ts'

const codec = wireCodec(createMeter.body, 'billing')

/** As the border reads it. */
const read = (filter: unknown) =>
  z.safeParse(
    createMeter.body,
    codec.decode({ name: 'Calls', aggregation: { func: 'count' }, filter }),
    tellingIssues,
  )

const clause = { property: 'model_name', operator: 'eq', value: 'lite' }
const all = (...clauses: unknown[]) => ({ conjunction: 'and', clauses })
const any = (...clauses: unknown[]) => ({ conjunction: 'or', clauses })
const times = (count: number) => Array.from({ length: count }, () => clause)

/** Filters in one another, the innermost without a clause. */
const nested = (depth: number): object => (depth === 1 ? all() : all(nested(depth - 1)))

describe('a filter is read as it is', () => {
  it.each<[string, object]>([
    ['without clauses', all()],
    ['with one clause', any(clause)],
    ['with several', all(clause, clause)],
    ['with a filter within', all(clause, any(clause, all(clause)), clause)],
    ['with a filter of none within', all(any())],
    ['as deep as may be', nested(filterDepthMax)],
    ['with as many clauses as may be', all(...times(filterClausesMax))],
    ['with as many in all', all(any(...times(filterClausesMax - 2)), clause)],
    ['with a property of any signs', all({ ...clause, property: '__proto__ .%"ß' })],
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
  ])('%s', (_what, filter) => {
    expect(read(filter).data?.filter).toEqual(filter)
  })
})

const steps = (...indices: number[]) => indices.map((index) => `.clauses.${index}`).join('')

describe('a filter is refused', () => {
  it.each<[string, unknown, string[]]>([
    ['that is none', 'all', ['']],
    ['without a conjunction', { clauses: [] }, ['.conjunction']],
    ['with another conjunction', { conjunction: 'xor', clauses: [clause] }, ['.conjunction']],
    ['without a list of clauses', { conjunction: 'and' }, ['.clauses']],
    ['with no list', { conjunction: 'and', clauses: {} }, ['.clauses']],
    ['with what is no clause', all(clause, 5), ['.clauses.1']],
    ['with a list for a clause', all([clause]), ['.clauses.0']],
    ['with another operator', all({ ...clause, operator: 'is' }), ['.clauses.0.operator']],
    ['with no operator', all({ property: 'a', value: 1 }), ['.clauses.0.operator']],
    ['with no property', all({ operator: 'eq', value: 1 }), ['.clauses.0.property']],
    ['with an empty property', all({ ...clause, property: '' }), ['.clauses.0.property']],
    [
      'with too long a property',
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
    ['with a fault within', all(any({ ...clause, operator: 1 })), [`${steps(0, 0)}.operator`]],
    [
      'with a wrong filter within',
      all({ conjunction: 'xor', clauses: [] }),
      ['.clauses.0.conjunction'],
    ],
    [
      'with several faults',
      all({ ...clause, value: null }, any({ ...clause, property: '' })),
      ['.clauses.0.value', `${steps(1, 0)}.property`],
    ],
    ['with a clause that is a filter too', all({ ...clause, ...any() }), ['.clauses.0']],
    ['one too deep', nested(filterDepthMax + 1), [steps(...Array(filterDepthMax).fill(0))]],
    ['with one clause too many', all(...times(filterClausesMax + 1)), [steps(filterClausesMax)]],
    [
      'with one too many in all',
      all(clause, any(...times(filterClausesMax - 2)), clause),
      [steps(2)],
    ],
    [
      'with one too many deep within',
      all(clause, any(clause, all(...times(filterClausesMax)))),
      [steps(1, 1, filterClausesMax - 4)],
    ],
  ])('%s', (_what, filter, places) => {
    const { error } = read(filter)
    const faults = faultsOf(error?.issues ?? [], 'body', codec.wirePath)
    expect([...new Set(faults.map(({ loc }) => loc.join('.')))]).toEqual(
      places.map((place) => `body.filter${place}`),
    )
  })

  it('with words for what is too much', () => {
    const wordsOf = (filter: object) => read(filter).error?.issues.map(({ message }) => message)
    expect(wordsOf(nested(filterDepthMax + 1))).toEqual(['Filters can be nested at most 8 deep'])
    expect(wordsOf(all(...times(filterClausesMax + 1)))).toEqual([
      'A filter can have at most 100 clauses in all',
    ])
  })
})

it('what a filter doesn’t know is noted wherever it lies', () => {
  const unknown: { path: readonly (string | number)[]; nearest: string | null }[] = []
  const filter = all(any({ ...clause, propertty: 'a' }), clause)
  codec.decode({ filter: { ...filter, negated: true } }, unknown)
  expect(unknown).toEqual([
    { path: ['filter', 'clauses', 0, 'clauses', 0, 'propertty'], nearest: 'property' },
    { path: ['filter', 'negated'], nearest: null },
  ])
})
