import { getBenefit } from '@guildhall/contract/benefits/benefits'
import { getProduct } from '@guildhall/contract/catalog/products'
import { getCheckout } from '@guildhall/contract/checkout/checkouts'
import { getCustomer } from '@guildhall/contract/customers/customers'
import { getMeter } from '@guildhall/contract/metering/meters'
import { getDispute } from '@guildhall/contract/orders/disputes'
import { getOrder } from '@guildhall/contract/orders/orders'
import { getSubscription } from '@guildhall/contract/subscriptions/subscriptions'
import { getWebhookEndpoint } from '@guildhall/contract/webhooks/endpoints'
import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { hasPage, ObjectLink } from '#/entities/organization/object-link.tsx'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'
import type { AuditEntry } from './audit-queries.ts'
import { readable } from './audit-text.ts'

/** Leads to the object of an entry where it has a page, and says if it has been deleted. */
export function EntryObject({ entry: { objectType, objectId } }: { entry: AuditEntry }) {
  const name = readable(objectType)
  if (objectId === null || !hasPage(objectType)) return name
  return <ObjectWithPage type={objectType} id={objectId} name={name} />
}

interface ObjectWithPageProps {
  type: string
  id: string
  name: string
}

function ObjectWithPage({ type, id, name }: ObjectWithPageProps) {
  const organization = useOrganization()
  const { data: exists = true } = useQuery(existenceQuery(organization.id, { type, id }))
  if (!exists) return `${name}, deleted since`
  return (
    <ObjectLink type={type} id={id}>
      {name}
    </ObjectLink>
  )
}

const existenceQuery = (
  organizationId: OrganizationId,
  { type, id }: Pick<ObjectWithPageProps, 'type' | 'id'>,
) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'audited-object', type, id],
    queryFn: async () => {
      const read = reads.get(type)
      return read === undefined || (await nullIfMissing(read({ id }))) !== null
    },
    staleTime: 0,
  })

type Read = (id: { readonly id: string }) => Promise<unknown>

const reads: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['order', (id) => api.call(getOrder, { params: z.parse(getOrder.params, id) })],
  [
    'subscription',
    (id) => api.call(getSubscription, { params: z.parse(getSubscription.params, id) }),
  ],
  ['customer', (id) => api.call(getCustomer, { params: z.parse(getCustomer.params, id) })],
  ['dispute', (id) => api.call(getDispute, { params: z.parse(getDispute.params, id) })],
  ['checkout', (id) => api.call(getCheckout, { params: z.parse(getCheckout.params, id) })],
  ['product', (id) => api.call(getProduct, { params: z.parse(getProduct.params, id) })],
  ['benefit', (id) => api.call(getBenefit, { params: z.parse(getBenefit.params, id) })],
  ['meter', (id) => api.call(getMeter, { params: z.parse(getMeter.params, id) })],
  [
    'webhook_endpoint',
    (id) => api.call(getWebhookEndpoint, { params: z.parse(getWebhookEndpoint.params, id) }),
  ],
])
