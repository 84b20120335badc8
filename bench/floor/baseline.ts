// The baseline: node:http, pg and a named statement.
// The argument after the URL selects a pool or two pipelined clients.
import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'
import { reportToParent } from '../report-to-parent.ts'
import { type CustomerRow, lookupText } from './customers.ts'

const [url = '', mode = 'pool'] = process.argv.slice(2)
const prefix = '/v1/bench/customers/'
const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const find = mode === 'pool' ? poolFinder() : await pipelineFinder()

const server = createServer((request, response) => {
  const id = request.url?.startsWith(prefix) ? request.url.slice(prefix.length) : ''
  if (request.method !== 'GET' || !idShape.test(id))
    return respond(response, 404, { error: 'gone' })
  find(id).then(
    (row) => respond(response, row === undefined ? 404 : 200, row),
    () => respond(response, 500, { error: 'failed' }),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  reportToParent(typeof address === 'object' && address !== null ? address.port : 0)
})

function respond(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value)
  const length = Buffer.byteLength(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': length })
  response.end(body)
}

type Find = (id: string) => Promise<CustomerRow | undefined>

function poolFinder(): Find {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  return async (id) =>
    (await pool.query<CustomerRow>({ name: 'lookup', text: lookupText, values: [id] })).rows[0]
}

async function pipelineFinder(): Promise<Find> {
  const options = { connectionString: url, pipeline: true }
  const clients = [new pg.Client(options), new pg.Client(options)]
  await Promise.all(clients.map((client) => client.connect()))
  let turn = 0
  return async (id) => {
    turn = (turn + 1) % clients.length
    const query = { name: 'lookup', text: lookupText, values: [id] }
    return (await clients[turn]?.query<CustomerRow>(query))?.rows[0]
  }
}
