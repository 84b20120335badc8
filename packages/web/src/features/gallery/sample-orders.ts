export interface Order {
  id: string
  customer: string
  email: string
  product: string
  status: string
  amount: number
  minutesAgo: number
}

const people = [
  ['Ada Lindqvist', 'ada@lindqvist.se'],
  ['Jun Okafor', 'jun@papertrail.io'],
  ['Mira Roth', 'mira@roth.design'],
  ['Tomás Braga', 'tomas@braga.pt'],
  ['Elif Kaya', 'elif@kaya.dev'],
  ['Noor Haddad', 'noor@haddad.studio'],
  ['Per Åström', 'per@astrom.no'],
] as const

const products = ['Team plan', 'Icon pack', 'Usage, February', 'Solo plan'] as const
const statuses = ['paid', 'payment_failed', 'paid', 'pending', 'partially_refunded'] as const
const amounts = [34_800, 2900, 4900, 11_237, 900] as const

/** Several pages of deterministic orders. */
export const orders: readonly Order[] = Array.from({ length: 38 }, (_, index) => {
  const [customer, email] = people[index % people.length] ?? people[0]
  return {
    id: `order-${index + 1}`,
    customer,
    email,
    product: products[index % products.length] ?? products[0],
    status: statuses[index % statuses.length] ?? statuses[0],
    amount: (amounts[index % amounts.length] ?? 0) + index * 100,
    minutesAgo: index * index * 37 + 2,
  }
})
