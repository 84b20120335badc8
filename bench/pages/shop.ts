import * as z from 'zod/mini'

/** The addresses of pages with content, and the cookie of the seller. */
export interface Shop {
  readonly cookie: string
  readonly dashboard: string
  readonly checkout: string
  readonly portal: string
}

const organization = z.object({ id: z.string(), slug: z.string() })
const object = z.object({ id: z.string() })
const checkout = z.object({ url: z.string() })
const session = z.object({ customer_portal_url: z.string() })

/** A seller with a product and a customer, made by the API as a browser does it. */
export async function setUpShop(url: string): Promise<Shop> {
  const signedUp = await post(url, '/api/auth/sign-up/email', {
    name: 'Ada Lindqvist',
    email: 'ada@example.com',
    password: 'seven green teapots',
  })
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const make = async <S extends z.core.$ZodType>(shape: S, path: string, body: object) =>
    z.parse(shape, await (await post(url, path, body, cookie)).json())
  const { id: organization_id, slug } = await make(organization, '/api/auth/organization/create', {
    name: 'Northwind Tools',
    slug: 'northwind-tools',
  })
  const product = await make(object, '/v1/products/', {
    organization_id,
    name: 'Team plan',
    description: 'For teams that ship. **Everything** included.',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 2900, price_currency: 'usd' }],
  })
  const sold = await make(checkout, '/v1/checkouts/', { products: [product.id], organization_id })
  const email = 'bea@example.com'
  const customer = await make(object, '/v1/customers/', { organization_id, email })
  const visit = await make(session, '/v1/customer-sessions/', {
    customer_id: customer.id,
    organization_id,
  })
  return {
    cookie,
    dashboard: `${url}/dashboard/${slug}`,
    checkout: sold.url,
    portal: visit.customer_portal_url,
  }
}

async function post(url: string, path: string, body: object, cookie = ''): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}
