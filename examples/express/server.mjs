import { readFileSync } from 'node:fs'
import { checkout, customerPortal, getSession, webhooks } from '@guildhall/adapters/express'
import express from 'express'

const { GUILDHALL_URL: serverURL, GUILDHALL_ACCESS_TOKEN: accessToken } = process.env
const { PRODUCT_ID, WEBHOOK_SECRET: webhookSecret } = process.env
const port = Number(process.env.PORT ?? 4000)

const signUpPage = readFileSync(new URL('../sign-up.html', import.meta.url), 'utf8')
const sessionOf = getSession({ serverURL })
const app = express()

app.get('/', async (request, response) => {
  const session = await sessionOf(request)
  if (session === null) response.send(signUpPage.replace('{{serverURL}}', serverURL))
  else response.send('<a href="/buy">Buy</a> · <a href="/purchases">Your purchases</a>')
})

app.use('/buy', async (request, response, next) => {
  request.signedIn = await sessionOf(request)
  if (request.signedIn === null) response.redirect('/')
  else next()
})

app.get(
  '/buy',
  checkout({
    serverURL,
    accessToken,
    products: [PRODUCT_ID],
    successUrl: `http://localhost:${port}/`,
    // One id for both: the customer is the user, also when the address changes.
    getBuyer: ({ signedIn: { user } }) => ({
      externalId: user.id,
      email: user.email,
      name: user.name,
    }),
  }),
)

app.get(
  '/purchases',
  customerPortal({
    serverURL,
    accessToken,
    getExternalId: async (request) => (await sessionOf(request))?.user.id ?? null,
  }),
)

// The signature is of the bytes that were sent, so no parser of bodies comes before.
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

app.listen(port, () => console.log(`http://localhost:${port}`))
