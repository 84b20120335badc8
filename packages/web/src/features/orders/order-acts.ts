import { voidOrder, writeOffOrder } from '@guildhall/contract/orders/orders'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { formatCount, formatMoney } from '#/lib/format.ts'
import type { ManyAct } from '#/ui/many-dialog.tsx'
import type { Selection } from '#/ui/selection-bar.tsx'
import type { Order } from './order-queries.ts'

/** What can be done with several orders at once; nothing for read-only members. */
export function useOrderSelection<T extends Order>(): Selection<T> | undefined {
  const { role } = useOrganization()
  const change = useChange()
  if (!mayIn(role, 'sales', 'write')) return undefined
  return { nameOf, acts: [writeOffAct, voidAct], change }
}

const nameOf = ({ customer, totalAmount, currency }: Order) =>
  `${customerName(customer)}, ${formatMoney(totalAmount, currency)}`

const counted = (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`)

const messages = {
  OrderPaid: 'This order was just paid. Refund it instead.',
  OrderVoid: 'This order is void.',
  OrderWrittenOff: 'This order is written off already.',
  NotPermitted: 'Your role changed. Only owners and admins can change orders.',
}

const recovery = 'Where nothing else of a subscription is unpaid, it is active again.'

const writeOffAct: ManyAct<Order> = {
  label: 'Write off',
  destructive: true,
  isPossible: ({ collectionStatus }) => collectionStatus === 'open',
  title: (count) => `Write off ${counted(count)}?`,
  effects: ['The money is still owed, but not collected any more.', recovery],
  run: ({ id }) => api.call(writeOffOrder, { params: { id }, body: {} }),
  done: (count) => `${counted(count)} written off`,
  messages,
}

const voidAct: ManyAct<Order> = {
  label: 'Void',
  destructive: true,
  isPossible: ({ collectionStatus }) => ['open', 'uncollectible'].includes(collectionStatus),
  title: (count) => `Void ${counted(count)}?`,
  effects: [
    'The money is no longer owed. A payment that is already under way is refunded.',
    recovery,
  ],
  run: ({ id }) => api.call(voidOrder, { params: { id }, body: {} }),
  done: (count) => `${counted(count)} voided`,
  messages,
}
