import { type Endpoint, endpoint } from '@guildhall/contract/endpoint'
import { refusals } from '@guildhall/contract/refusals'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { pathOnWire } from '../src/app/openapi.ts'
import { contractEndpoints, endpointLine } from './contract-endpoints.ts'
import { testDatabase } from './database.ts'
import {
  borderRefusals,
  routeFaults,
  undeclaredRefusals,
  unprovokedRefusals,
  untoldEndpoints,
  unusedRefusals,
} from './endpoint-laws.ts'
import { testServer } from './server.ts'

const endpoints = await contractEndpoints()
const db = testDatabase()
const site = testServer(db)

describe('the contract and the server', () => {
  it('the contract was found', () => {
    expect(endpoints.map(({ name }) => name)).toContain('signInEmail')
    expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length)
  })

  it('hold the same endpoints', async () => {
    const asShown = endpoints.map((one) => ({ ...one, path: pathOnWire(one) }))
    expect(routeFaults(asShown, await servedEndpoints())).toEqual([])
  })

  it('every refusal is one that some endpoint gives', () => {
    expect(unusedRefusals(Object.keys(refusals), endpoints)).toEqual([])
    for (const code of borderRefusals) expect(refusals).toHaveProperty(code)
  })
})

const document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** As the server's own reference lists them. */
async function servedEndpoints(): Promise<string[]> {
  const answer = await fetch(`${site.current.url}/openapi.json`)
  const { paths } = document.parse(await answer.json())
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => endpointLine({ method: method.toUpperCase(), path })),
  )
}

const guarded = endpoints.filter(({ for: audience }) => audience !== 'anyone')
const refusalOn = {
  account: z.object({ code: z.string().check(z.regex(/^[A-Z][A-Z0-9_]+$/)), message: z.string() }),
  billing: z.object({ error: z.literal('Unauthorized'), detail: z.literal('Unauthorized') }),
}
/** Where a secret in the path lets somebody in, a stranger has named what isn’t there. */
const unknownSecret = z.object({
  error: z.literal('ResourceNotFound'),
  detail: z.literal('Not found'),
})

describe('what isn’t for anyone refuses a stranger', () => {
  it.each(guarded.map((one) => [endpointLine(one), one] as const))('%s', async (_line, one) => {
    const answer = await askAsStranger(one)
    expect([401, 403, 404]).toContain(answer.status)
    const body: unknown = await answer.json()
    const refusal = one.for === 'clientSecret' ? unknownSecret : refusalOn[one.wire]
    expect(refusal.safeParse(body).error).toBeUndefined()
  })

  it('and there is such an endpoint', () => {
    expect(guarded.length).toBeGreaterThan(20)
  })
})

/** With inputs that may be anything: who calls is asked before what they want. */
const askAsStranger = ({ method, path }: Endpoint): Promise<Response> =>
  fetch(`${site.current.url}${path.replaceAll(/:(\w+)/g, 'some-$1')}`, {
    method,
    ...(method === 'GET'
      ? {}
      : { body: '{}', headers: { 'content-type': 'application/json', origin: site.current.url } }),
  })

describe('a planted fault is named', () => {
  const rename = endpoint({
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
    ['an endpoint twice', routeFaults([rename, rename], [line]), 'is declared twice'],
    ['a route without an endpoint', routeFaults([], [line]), 'is in no contract'],
    ['a refusal that nobody gives', unusedRefusals(['gone'], [rename]), 'no endpoint refuses so'],
    [
      'a refusal that is not declared',
      undeclaredRefusals([rename], [{ endpoint: line, succeeded: true, refused: ['not_found'] }]),
      'refused with not_found',
    ],
    [
      'a refusal that no test provokes',
      unprovokedRefusals(['unauthorized'], [{ endpoint: line, succeeded: true, refused: [] }]),
      'no test provokes it',
    ],
    [
      'an endpoint that only refused in the stories',
      untoldEndpoints([rename], [{ endpoint: line, succeeded: false, refused: ['unauthorized'] }]),
      'no story tells of it',
    ],
  ])('%s', (_fault, faults, words) => {
    expect(faults).toEqual([expect.stringContaining(words)])
  })

  it('and a sound contract has none', () => {
    const seen = [{ endpoint: line, succeeded: true, refused: ['unauthorized', 'malformed_json'] }]
    expect([
      ...routeFaults([rename], [line]),
      ...unusedRefusals(['unauthorized', 'malformed_json'], [rename]),
      ...undeclaredRefusals([rename], seen),
      ...unprovokedRefusals(['unauthorized'], seen),
      ...untoldEndpoints([rename], seen),
    ]).toEqual([])
  })
})
