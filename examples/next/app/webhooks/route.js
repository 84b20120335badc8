import { webhooks } from '@guildhall/adapters/next'

export const POST = webhooks({
  webhookSecret: process.env.WEBHOOK_SECRET,
  onEvent: ({ type, data }, { id }) => {
    // Deliver what was bought here, once for each id: an event can come again.
    if (type === 'order.paid') console.log(`${id}: paid by ${data.customer.external_id}`)
  },
})
