// The baseline: node:http, pg, and one named statement that builds the whole response.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { hashSecret } from '../../packages/server/src/platform/crypto/tokens.ts'
import { reportToParent } from '../report-to-parent.ts'

const [url = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })

const listText = `
  with seller as (select organization_id from secret_directory where hash = $1)
  select json_build_object(
    'items', coalesce(json_agg(one.product order by one.created_at desc, one.id desc), '[]'),
    'pagination', json_build_object('total_count', count(*), 'max_page', 1))::text as body
    from (
      select p.created_at, p.id, json_build_object(
        'id', p.id, 'created_at', p.created_at, 'modified_at', p.modified_at, 'name', p.name,
        'description', p.description, 'recurring_interval', p.recurring_interval,
        'is_recurring', p.recurring_interval is not null, 'is_archived', p.is_archived,
        'organization_id', p.organization_id, 'metadata', p.metadata,
        'prices', (
          select json_agg(json_build_object(
            'id', c.id, 'created_at', c.created_at, 'modified_at', c.modified_at,
            'amount_type', c.amount_type, 'is_archived', c.is_archived,
            'product_id', c.product_id, 'type', 'recurring',
            'recurring_interval', p.recurring_interval, 'price_currency', c.price_currency,
            'price_amount', c.price_amount, 'unit_amount', c.unit_amount::text,
            'cap_amount', c.cap_amount, 'meter_id', c.meter_id,
            'meter', json_build_object('id', m.id, 'name', m.name))
              order by c.amount_type = 'metered_unit', c.position)
            from product_price c
            left join meter m on m.organization_id = c.organization_id and m.id = c.meter_id
           where c.organization_id = p.organization_id and c.product_id = p.id
             and not c.is_archived),
        'benefits', (
          select json_agg(json_build_object(
            'id', b.id, 'created_at', b.created_at, 'modified_at', b.modified_at,
            'type', b.type, 'description', b.description, 'selectable', b.selectable,
            'deletable', b.deletable, 'organization_id', b.organization_id,
            'metadata', b.metadata, 'properties', b.properties) order by l.position)
            from product_benefit l
            join benefit b on b.organization_id = l.organization_id and b.id = l.benefit_id
           where l.organization_id = p.organization_id and l.product_id = p.id),
        'medias', '[]'::json, 'attached_custom_fields', '[]'::json) as product
        from product p join seller using (organization_id)
       order by p.created_at desc, p.id desc
       limit 100) one`

const createText = `
  insert into customer (organization_id, id, email, name, created_at)
  select organization_id, $2, $3, $4, now() from secret_directory where hash = $1
  returning row_to_json(customer)::text as body`

async function bodyOf(request: IncomingMessage): Promise<{ email: string; name: string }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

async function respond(request: IncomingMessage): Promise<string> {
  const hash = hashSecret(request.headers.authorization?.slice('Bearer '.length) ?? '')
  if (request.method === 'GET') return runQuery({ name: 'list', text: listText, values: [hash] })
  const { email, name } = await bodyOf(request)
  return runQuery({ name: 'create', text: createText, values: [hash, randomUUID(), email, name] })
}

async function runQuery(query: pg.QueryConfig): Promise<string> {
  const { rows } = await pool.query<{ body: string }>(query)
  return rows[0]?.body ?? ''
}

const server = createServer((request, response) => {
  respond(request).then(
    (body) => {
      const length = Buffer.byteLength(body)
      const status = request.method === 'GET' ? 200 : 201
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': length })
      response.end(body)
    },
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  reportToParent(typeof address === 'object' && address !== null ? address.port : 0)
})
