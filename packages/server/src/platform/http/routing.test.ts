import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { echoOperations } from '../../../test/echo-operations.ts'
import { jsonOf, type SentParts, sendTo } from '../../../test/raw-http.ts'
import { startTransport, type TestTransport } from '../../../test/transport.ts'

let server: TestTransport
beforeAll(async () => {
  server = await startTransport({ operations: echoOperations })
})
afterAll(() => server.stop(0))

const send = (...asked: SentParts) => sendTo(server.port, ...asked)

const isJson = ['content-type: application/json']

describe('routing', () => {
  test('decodes path values after splitting', async () => {
    const answer = await send('GET', '/v1/customers/external/a%2Fb%20c%3F%C3%A9')
    expect(answer.status).toBe(200)
    expect(jsonOf(answer)).toEqual({ external_id: 'a/b c?é', page: 1, organization_count: 0 })
  })

  test.each([
    ['GET', '/v1/customers/external/x/', 200],
    ['GET', '/v1/customers/external/x//', 404],
    ['GET', '//v1/customers/external/x', 404],
    ['GET', '/v1//customers/external/x', 404],
    ['GET', '/v1/customers/external//', 404],
    ['GET', '/v1/customers/external/', 405],
    ['GET', '/v1/customers/external/%zz', 404],
    ['GET', '/v1/customers/external/a%00', 404],
    ['GET', '/v1/customers/external/..', 200],
    ['GET', '/v1/nothing', 404],
    ['GET', '/nothing', 404],
    ['PUT', '/v1/customers', 405],
    ['TRACE', '/v1/customers', 405],
    ['GET', 'http://other.example/v1/customers/external/x?page=2', 200],
    ['OPTIONS', '*', 204],
    ['OPTIONS', '/v1/nothing', 204],
  ])('%s %s is %d', async (method, path, status) => {
    expect((await send(method, path)).status).toBe(status)
  })

  test('lists the methods allowed on a path', async () => {
    expect((await send('PUT', '/v1/customers')).headers['allow']).toBe('POST, OPTIONS')
    const both = await send('POST', '/v1/customers/external/x', isJson, '{}')
    expect(both.headers['allow']).toBe('GET, HEAD, OPTIONS')
  })

  test('HEAD responds like GET, without the body', async () => {
    const answer = await send('HEAD', '/v1/customers/external/x')
    expect(answer.status).toBe(200)
    expect(answer.body).toBe('')
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(10)
  })

  test('query keys may repeat', async () => {
    const one = '0191f7a0-0000-7000-8000-000000000001'
    const answer = await send(
      'GET',
      `/v1/customers/external/x?organization_id=${one}&organization_id=${one}&page=3`,
    )
    expect(jsonOf(answer)).toMatchObject({ page: 3, organization_count: 2 })
  })
})
