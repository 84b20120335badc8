import type { Operation } from '@guildhall/contract/operation'
import { scopes } from '@guildhall/contract/organizations/scopes'
import type { ConnectedServer } from '../connections.ts'
import { type MadeCustomer, newCustomer } from '../customers.ts'
import { createOrganization, newMember, type OwnedOrganization } from '../owned-organization.ts'
import type { Person } from '../people.ts'
import { type BillingCalls, newBackend } from '../sellers.ts'
import { runOn } from '../sql.ts'
import { inOrganization, requestAt } from '../tenancy/probe.ts'
import { tenancyCases } from '../tenancy/tenancy-cases.ts'
import { createTenantObjects, type TenantObjects } from '../tenancy/tenant-objects.ts'
import { plausibleBody, plausibleQuery, unknownId } from './plausible-input.ts'

/** An organization with one object of each kind, whose people and customers have done nothing. */
export interface Victims {
  readonly organization: OwnedOrganization
  readonly backend: BillingCalls
  readonly objects: TenantObjects
  readonly customer: MadeCustomer
  /** Whose session is no victim, but a caller. */
  readonly otherCustomer: MadeCustomer
  readonly member: Person
  readonly memberId: string
}

export async function newVictims(server: ConnectedServer, ownerUrl: string): Promise<Victims> {
  const organization = await createOrganization(server, { name: 'The Victims' })
  const backend = await newBackend(server, organization, scopes)
  const objects = await createTenantObjects(server, organization, backend)
  const customer = await nameCustomer(backend, objects.customer)
  const otherCustomer = await newCustomer(backend)
  const member = await newMember(server, organization, 'member')
  const [row] = await runOn<{ id: string }>(ownerUrl, 'select id from member where user_id = $1', [
    member.id,
  ])
  return {
    organization,
    backend,
    objects,
    customer,
    otherCustomer,
    member,
    memberId: row?.id ?? '',
  }
}

/** Of the customer with orders, whose address is typed by strangers. */
const secretName = 'Vera Victim'

async function nameCustomer(backend: BillingCalls, id: string): Promise<MadeCustomer> {
  const { body } = await backend.patch(`/customers/${id}`, { name: secretName })
  return { id, email: String(body?.['email']) }
}

interface AimedRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: object
}

/** A well-formed request that names objects of the victims wherever the operation reads an id. */
export function requestAgainst(victims: Victims, operation: Operation): AimedRequest {
  const { objects } = victims
  const tenancyCase = tenancyCases[operation.name]
  if (tenancyCase !== undefined) {
    const request = requestAt(tenancyCase, objects, objects)
    const {
      params = {},
      query = {},
      body = {},
    } = inOrganization(operation, request, objects.organization)
    return { params, query, body }
  }
  const named = namesOf(victims)
  return {
    params: { ...named, id: idInPath(operation.path, objects) },
    query: plausibleQuery(operation, named),
    body: plausibleBody(operation, named),
  }
}

const namesOf = ({ organization, objects, member, memberId, customer }: Victims) => ({
  organizationId: organization.id,
  organizationSlug: organization.slug,
  slug: organization.slug,
  userId: member.id,
  memberId,
  memberIdOrEmail: member.email,
  email: member.email,
  customerEmail: customer.email,
  customerId: customer.id,
  productId: objects.product,
  productPriceId: objects.price,
  subscriptionId: objects.subscription,
  orderId: objects.order,
})

function idInPath(path: string, { subscription, order }: TenantObjects): string {
  if (path.includes('/subscriptions/')) return subscription
  return path.includes('/orders/') ? order : unknownId
}

/** What only the victims may see. Products, prices and names are shown to every buyer. */
export const privateTexts = ({ objects, customer, member, organization }: Victims): string[] => [
  secretName,
  organization.owner.email,
  organization.owner.id,
  member.email,
  member.id,
  customer.email,
  customer.id,
  objects.externalId,
  objects.order,
  objects.unreadOrder,
  objects.subscription,
  objects.payment,
  objects.accessToken,
  objects.webhookEndpoint,
  objects.taxRegistration,
]

/** Everything of the victims that a stranger could want to change. */
const guardedTables = [
  'organization',
  'member',
  'invitation',
  'team',
  'customer',
  'payment_method',
  'subscription',
  'orders',
  'refund',
  'discount',
  'product',
  'product_price',
  'benefit',
  'checkout_link',
  'file',
  'webhook_endpoint',
  'organization_access_token',
] as const

/** The rows of the victims, without those of the customer whose session calls. */
export async function stateOf(
  ownerUrl: string,
  { organization, otherCustomer }: Victims,
): Promise<Record<string, readonly string[]>> {
  const read = async (text: string): Promise<string[]> => {
    const rows = await runOn<{ row: string }>(ownerUrl, `${text} order by 1`, [organization.id])
    return rows.map(({ row }) => row).filter((row) => !row.includes(otherCustomer.id))
  }
  const states: Record<string, readonly string[]> = {
    users: await read(usersOfOrganization),
  }
  for (const table of guardedTables) {
    const key = table === 'organization' ? 'id' : 'organization_id'
    states[table] = await read(`select t::text as row from ${table} t where ${key} = $1`)
  }
  return states
}

const usersOfOrganization = `
  select u::text as row from users u join member m on m.user_id = u.id
   where m.organization_id = $1`
