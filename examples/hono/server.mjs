import { readFileSync } from 'node:fs'
import { checkout, customerPortal, getSession, webhooks } from '@guildhall/adapters/hono'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const { GUILDHALL_URL: serverURL, GUILDHALL_ACCESS_TOKEN: accessToken } = process.env
const { PRODUCT_ID, WEBHOOK_SECRET: webhookSecret } = process.env
const port = Number(process.env.PORT ?? 4000)

const signUpPage = readFileSync(new URL('../sign-up.html', import.meta.url), 'utf8')
const sessionOf = getSession({ serverURL })
const app = new Hono()

app.get('/', async (c) => {
  const session = await sessionOf(c)
  if (session === null) return c.html(signUpPage.replace('{{serverURL}}', serverURL))
  return c.html('<a href="/buy">Buy</a> · <a href="/purchases">Your purchases</a>')
})

app.use('/buy', async (c, next) => ((await sessionOf(c)) === null ? c.redirect('/') : next()))

app.get(
  '/buy',
  checkout({
    serverURL,
    accessToken,
    products: [PRODUCT_ID],
    successUrl: `http://localhost:${port}/`,
    // One id for both: the customer is the user, also when the address changes.
    getBuyer: async (c) => {
      const { user } = await sessionOf(c)
      return { externalId: user.id, email: user.email, name: user.name }
    },
  }),
)

app.get(
  '/purchases',
  customerPortal({
    serverURL,
    accessToken,
    getExternalId: async (c) => (await sessionOf(c))?.user.id ?? null,
  }),
)

app.post(
  '/webhooks',
  webhooks({
    webhookSecret,
    onEvent: ({ type, data }, { id }) => {
      // Deliver what was bought here, once for each id: an event can come again.
      if (type === 'order.paid') console.log(`${id}: paid by ${data.customer.external_id}`)
    },
  }),
)

serve({ fetch: app.fetch, port }, () => console.log(`http://localhost:${port}`))
