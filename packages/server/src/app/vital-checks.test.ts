import { describe, expect, test } from 'vitest'
import { lineOf } from './findings.ts'
import { examineClocks, examineVitals, replicaFinding } from './vital-checks.ts'
import type { Vitals } from './vitals.ts'

const healthy: Vitals = {
  database: { version: '18.4', number: 180_004 },
  events: { waiting: 0, oldestSeconds: 0, lastDispatchedAt: null },
  jobs: { waiting: 0, oldestSeconds: 0, failed: 0 },
  standbys: [],
  archive: null,
}

const found = (changes: Partial<Vitals>) =>
  Object.values(examineVitals)
    .flatMap((examine) => examine({ ...healthy, ...changes }))
    .filter(({ state }) => state !== 'fine')

test('a healthy server has no problem', () => {
  expect(found({})).toEqual([])
  expect(found({ standbys: [{ name: 'b', lagSeconds: 60 }] })).toEqual([])
  const archive = { lastArchivedAt: new Date(0), isFailing: false }
  expect(found({ archive })).toEqual([])
  expect(found({ events: { waiting: 900, oldestSeconds: 60, lastDispatchedAt: null } })).toEqual([])
  expect(found({ jobs: { waiting: 900, oldestSeconds: 300, failed: 0 } })).toEqual([])
})

const problems: readonly (readonly [string, Partial<Vitals>, readonly string[]])[] = [
  [
    'an old database',
    { database: { version: '14.9', number: 140_009 } },
    ['wrong PostgreSQL 14.9: 15 or newer'],
  ],
  [
    'waiting events',
    { events: { waiting: 3, oldestSeconds: 61, lastDispatchedAt: null } },
    ['wrong 3 events waiting, the oldest for 61 s: no worker is running'],
  ],
  [
    'waiting and failed jobs',
    { jobs: { waiting: 4, oldestSeconds: 301, failed: 2 } },
    [
      'wrong 4 jobs waiting, the oldest for 301 s: no worker is running',
      'weak 2 jobs failed in all attempts: the page Jobs shows each',
    ],
  ],
  [
    'late standbys, each of them',
    {
      standbys: [
        { name: 'a', lagSeconds: 61 },
        { name: 'b', lagSeconds: 0 },
        { name: 'c', lagSeconds: 3600 },
      ],
    },
    ['weak the standby a is 61 s behind: what', 'weak the standby c is 3600 s behind: what'],
  ],
  [
    'standbys that it may not see',
    { standbys: [{ name: 'a', lagSeconds: null }] },
    ['weak 1 standby connected, but how far behind is not shown: grant the role'],
  ],
  [
    'a failing archive',
    { archive: { lastArchivedAt: new Date('2026-02-03T04:05:06Z'), isFailing: true } },
    ['wrong PostgreSQL has archived no WAL since 2026-02-03T04:05:06.000Z, so'],
  ],
  [
    'an archive that never worked',
    { archive: { lastArchivedAt: null, isFailing: true } },
    ['wrong PostgreSQL has archived no WAL since the beginning, so'],
  ],
]

describe.each(problems)('%s', (_, changes, lines) => {
  test('is reported with its remedy', () => {
    const findings = found(changes)
    expect(findings.map((finding) => `${finding.state} ${lineOf(finding)}`)).toEqual(
      lines.map((line) => expect.stringContaining(line)),
    )
    expect(findings.map(({ remedy }) => remedy)).not.toContain(null)
  })
})

test.each([
  ['the same time', [0, 0, 0], 'fine'],
  ['a slow answer', [0, 4000, 9000], 'fine'],
  ['two seconds ahead', [0, 2010, 10], 'fine'],
  ['more ahead', [0, 2011, 10], 'weak'],
  ['more behind', [0, -2001, 10], 'weak'],
] as const)('clocks with %s', (_, [before, there, after], state) => {
  const clocks = { before: new Date(before), there: new Date(there), after: new Date(after) }
  expect(examineClocks(clocks).state).toBe(state)
})

test.each([
  [{ status: 'serving', lagSeconds: 0.2, reason: null }, 'fine lists and analytics are read'],
  [{ status: 'behind', lagSeconds: 41.4, reason: null }, 'weak the replica is 41 s behind, more'],
  [{ status: 'behind', lagSeconds: null, reason: null }, 'weak the replica has not replayed what'],
  [
    { status: 'unreachable', lagSeconds: 3, reason: 'no route' },
    'weak the replica cannot be reached: no',
  ],
  [
    { status: 'promoted', lagSeconds: 3, reason: null },
    'weak DATABASE_REPLICA_URL leads to a server',
  ],
] as const)('a replica in the state %o', (state, text) => {
  const { state: verdict, text: said, remedy } = replicaFinding(state, 10)
  expect(`${verdict} ${said}`).toContain(text)
  expect(remedy === null).toBe(verdict === 'fine')
})
