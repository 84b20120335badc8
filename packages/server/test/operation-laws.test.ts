import { type Operation, operation } from '@guildhall/contract/operation'
import { scopes } from '@guildhall/contract/organizations/scopes'
import { refusals } from '@guildhall/contract/refusals'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { pathOnWire } from '../src/app/openapi.ts'
import { contractOperations, operationLine } from './contract-operations.ts'
import { testDatabase } from './database.ts'
import {
  routeFaults,
  transportRefusals,
  undeclaredRefusals,
  unprovokedRefusals,
  untestedOperations,
  unusedRefusals,
} from './operation-laws.ts'
import { testServer } from './server.ts'

const operations = await contractOperations()
const db = testDatabase()
const site = testServer(db)

describe('the contract and the server', () => {
  it('are not empty', () => {
    expect(operations.map(({ name }) => name)).toContain('signInEmail')
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length)
  })

  it('have the same endpoints', async () => {
    const asShown = operations.map((one) => ({ ...one, path: pathOnWire(one) }))
    expect(routeFaults(asShown, await servedOperations())).toEqual([])
  })

  it('every scope of an access token is required by some endpoint', () => {
    const required = operations.map(({ may }) => may)
    expect(scopes.filter((scope) => !required.includes(scope))).toEqual([])
  })

  it('every refusal is declared by some endpoint', () => {
    expect(unusedRefusals(Object.keys(refusals), operations)).toEqual([])
    for (const code of transportRefusals) expect(refusals).toHaveProperty(code)
  })
})

const document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** As the server's own reference lists them. */
async function servedOperations(): Promise<string[]> {
  const answer = await fetch(`${site.current.url}/openapi.json`)
  const { paths } = document.parse(await answer.json())
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => operationLine({ method: method.toUpperCase(), path })),
  )
}

const guarded = operations.filter(({ for: audience }) => audience !== 'anyone')
const refusalOn = {
  account: z.object({ code: z.string().check(z.regex(/^[A-Z][A-Z0-9_]+$/)), message: z.string() }),
  billing: z.object({ error: z.literal('Unauthorized'), detail: z.literal('Unauthorized') }),
}
/** Where a secret in the path authorizes, a wrong secret is not found. */
const unknownSecret = z.object({
  error: z.literal('ResourceNotFound'),
  detail: z.literal('Not found'),
})

describe('an endpoint that requires a caller refuses anonymous requests', () => {
  it.each(guarded.map((one) => [operationLine(one), one] as const))('%s', async (_line, one) => {
    const answer = await callAnonymously(one)
    expect([401, 403, 404]).toContain(answer.status)
    const body: unknown = await answer.json()
    const refusal = ['clientSecret', 'payLink', 'download'].includes(one.for)
      ? unknownSecret
      : refusalOn[one.wire]
    expect(refusal.safeParse(body).error).toBeUndefined()
  })

  it('and there are such endpoints', () => {
    expect(guarded.length).toBeGreaterThan(20)
  })
})

/** With arbitrary inputs, because the caller is checked before the inputs. */
const callAnonymously = ({ method, path }: Operation): Promise<Response> =>
  fetch(`${site.current.url}${path.replaceAll(/:(\w+)/g, 'some-$1')}`, {
    method,
    ...(method === 'GET'
      ? {}
      : { body: '{}', headers: { 'content-type': 'application/json', origin: site.current.url } }),
  })

describe('a planted fault is reported', () => {
  const rename = operation({
    name: 'rename',
    wire: 'account',
    method: 'POST',
    path: '/api/auth/rename',
    summary: 'Rename',
    tag: 'Tests',
    for: 'session',
    returns: null,
    status: 204,
    refuses: ['unauthorized'],
  })
  const line = 'POST /api/auth/rename'

  it.each([
    ['an endpoint without a route', routeFaults([rename], []), 'has no route'],
    ['a duplicate endpoint', routeFaults([rename, rename], [line]), 'is declared twice'],
    ['a route without an endpoint', routeFaults([], [line]), 'is in no contract'],
    [
      'a refusal that no endpoint declares',
      unusedRefusals(['gone'], [rename]),
      'no endpoint declares it',
    ],
    [
      'a refusal that is not declared',
      undeclaredRefusals([rename], [{ operation: line, succeeded: true, refused: ['not_found'] }]),
      'refused with not_found',
    ],
    [
      'a refusal that no test provokes',
      unprovokedRefusals(['unauthorized'], [{ operation: line, succeeded: true, refused: [] }]),
      'no test provokes it',
    ],
    [
      'an endpoint that only refused in the stories',
      untestedOperations(
        [rename],
        [{ operation: line, succeeded: false, refused: ['unauthorized'] }],
      ),
      'no story covers it',
    ],
  ])('%s', (_fault, faults, words) => {
    expect(faults).toEqual([expect.stringContaining(words)])
  })

  it('a correct contract has no faults', () => {
    const seen = [{ operation: line, succeeded: true, refused: ['unauthorized', 'malformed_json'] }]
    expect([
      ...routeFaults([rename], [line]),
      ...unusedRefusals(['unauthorized', 'malformed_json'], [rename]),
      ...undeclaredRefusals([rename], seen),
      ...unprovokedRefusals(['unauthorized'], seen),
      ...untestedOperations([rename], seen),
    ]).toEqual([])
  })
})
