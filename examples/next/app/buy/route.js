import { checkout } from '@guildhall/adapters/next'
import { redirect } from 'next/navigation'
import { accessToken, serverURL, sessionOf } from '../../guildhall.js'

const toCheckout = checkout({
  serverURL,
  accessToken,
  products: [process.env.PRODUCT_ID],
  successUrl: 'http://localhost:4000/',
  // One id for both: the customer is the user, also when the address changes.
  getBuyer: async (request) => {
    const { user } = await sessionOf(request)
    return { externalId: user.id, email: user.email, name: user.name }
  },
})

export async function GET(request) {
  if ((await sessionOf(request)) === null) redirect('/')
  return toCheckout(request)
}
