import type { ResponseOf } from '@guildhall/contract/operation'
import { explainPortalOrderItem } from '@guildhall/contract/orders/explanations'
import { listPaymentMethods } from '@guildhall/contract/payments/methods'
import { listPortalGrants } from '@guildhall/contract/portal/benefit-grants'
import {
  listPortalCreditProducts,
  quotePortalCredits,
} from '@guildhall/contract/portal/credit-purchases'
import { getPortalCustomer } from '@guildhall/contract/portal/customer'
import {
  listPortalCredits,
  listPortalCustomerMeters,
} from '@guildhall/contract/portal/customer-meters'
import { listDownloadables } from '@guildhall/contract/portal/downloadables'
import { getPortalLicenseKey, listPortalLicenseKeys } from '@guildhall/contract/portal/license-keys'
import { listOAuthAccounts } from '@guildhall/contract/portal/oauth-accounts'
import { getPayableOrder } from '@guildhall/contract/portal/order-payments'
import {
  getPortalOrder,
  listPortalInvoices,
  listPortalOrders,
} from '@guildhall/contract/portal/orders'
import { introspectPortalSession } from '@guildhall/contract/portal/session'
import { getPortalOrganization } from '@guildhall/contract/portal/shop'
import {
  getPortalNextInvoice,
  listOverduePayments,
  listPortalPlans,
  listPortalSubscriptions,
  previewPortalChange,
} from '@guildhall/contract/portal/subscriptions'
import { listPortalTopUps } from '@guildhall/contract/portal/top-ups'
import { listPortalUsageLimits } from '@guildhall/contract/portal/usage-limits'
import { listPortalWallets } from '@guildhall/contract/portal/wallets'
import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  useQueryClient,
} from '@tanstack/react-query'
import { type Api, api } from '#/lib/api.ts'
import { refetchAfterChange } from '#/lib/query-client.ts'

export type Shop = ResponseOf<typeof getPortalOrganization>
export type SessionFacts = ResponseOf<typeof introspectPortalSession>
export type PortalCustomer = ResponseOf<typeof getPortalCustomer>
export type PortalOrder = ResponseOf<typeof listPortalOrders>['items'][number]
export type PortalSubscription = ResponseOf<typeof listPortalSubscriptions>['items'][number]
export type PaymentMethod = ResponseOf<typeof listPaymentMethods>['items'][number]

/** The portal has no paging yet, so longer lists are cut. */
const listedMax = 100

const key = 'portal'

/** How often is asked whether a benefit at another service has arrived. */
const deliveryMilliseconds = 2000

export const shopQuery = (slug: string) =>
  queryOptions({
    queryKey: ['shop', slug],
    queryFn: ({ signal }) => api.call(getPortalOrganization, { params: { slug }, signal }),
  })

export const sessionQuery = (portal: Api) =>
  queryOptions({
    queryKey: [key, 'session'],
    queryFn: ({ signal }) => portal.call(introspectPortalSession, { signal }),
  })

export const customerQuery = (portal: Api) =>
  queryOptions({
    queryKey: [key, 'customer'],
    queryFn: ({ signal }) => portal.call(getPortalCustomer, { signal }),
  })

export const subscriptionsQuery = (portal: Api) =>
  queryOptions({
    queryKey: [key, 'subscriptions'],
    queryFn: async ({ signal }) =>
      (await portal.call(listPortalSubscriptions, { query: { limit: listedMax }, signal })).items,
  })

export const nextInvoiceQuery = (portal: Api, id: PortalSubscription['id']) =>
  queryOptions({
    queryKey: [key, 'next invoice', id],
    queryFn: ({ signal }) => portal.call(getPortalNextInvoice, { params: { id }, signal }),
  })

export type Plan = ResponseOf<typeof listPortalPlans>['items'][number]

/** What the customer may change to, as the server decides it. */
export const plansQuery = (portal: Api, id: PortalSubscription['id']) =>
  queryOptions({
    queryKey: [key, 'plans', id],
    queryFn: async ({ signal }) =>
      (await portal.call(listPortalPlans, { params: { id }, signal })).items,
  })

interface PlanAsked {
  id: PortalSubscription['id']
  productId: PortalSubscription['productId']
}

export const previewQuery = (portal: Api, { id, productId }: PlanAsked) =>
  queryOptions({
    queryKey: [key, 'preview', id, productId],
    queryFn: ({ signal }) =>
      portal.call(previewPortalChange, { params: { id }, body: { productId }, signal }),
    retry: false,
    staleTime: 0,
  })

export const ordersQuery = (portal: Api, page: number) =>
  queryOptions({
    queryKey: [key, 'orders', page],
    queryFn: ({ signal }) => portal.call(listPortalOrders, { query: { page }, signal }),
  })

export const orderQuery = (portal: Api, id: PortalOrder['id']) =>
  queryOptions({
    queryKey: [key, 'order', id],
    queryFn: ({ signal }) => portal.call(getPortalOrder, { params: { id }, signal }),
  })

type ItemExplanation = ResponseOf<typeof explainPortalOrderItem>
type EventId = NonNullable<NonNullable<ItemExplanation['usage']>['nextAfter']>

interface ItemAsked {
  id: PortalOrder['id']
  itemId: PortalOrder['items'][number]['id']
}

const eventsPerPage = 20

/** Page by page of its events. */
export const explanationQuery = (portal: Api, params: ItemAsked) =>
  infiniteQueryOptions({
    queryKey: [key, 'explanation', params.id, params.itemId],
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: eventsPerPage, ...(pageParam !== null && { after: pageParam }) }
      return portal.call(explainPortalOrderItem, { params, query, signal })
    },
    initialPageParam: firstPage(),
    getNextPageParam: ({ usage }) => usage?.nextAfter ?? null,
  })

function firstPage(): EventId | null {
  return null
}

export const documentsQuery = (portal: Api, id: PortalOrder['id']) =>
  queryOptions({
    queryKey: [key, 'documents', id],
    queryFn: async ({ signal }) =>
      (await portal.call(listPortalInvoices, { params: { id }, signal })).items,
  })

export type PortalGrant = ResponseOf<typeof listPortalGrants>['items'][number]

export const loadNote = async () => (await import('#/ui/markdown.tsx')).Markdown

const hasNote = ({ benefit }: PortalGrant): boolean =>
  benefit.type === 'custom' && benefit.properties.note !== null

export const grantsQuery = (portal: Api) =>
  queryOptions({
    queryKey: [key, 'grants'],
    queryFn: async ({ signal }) => {
      const { items } = await portal.call(listPortalGrants, { query: { limit: listedMax }, signal })
      // A note that is formatted later would push down what stands below; without the code it says so.
      if (items.some(hasNote)) await loadNote().catch(() => undefined)
      return items
    },
    // What was just bought in another window is there when the customer comes back.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'pending') === true && deliveryMilliseconds,
  })

export type ConnectedAccount = ResponseOf<typeof listOAuthAccounts>['items'][number]

export const accountsQuery = (portal: Api) =>
  queryOptions({
    queryKey: [key, 'accounts'],
    queryFn: async ({ signal }) => (await portal.call(listOAuthAccounts, { signal })).items,
  })

export const downloadsQuery = (portal: Api, benefitId: PortalGrant['benefitId']) =>
  queryOptions({
    queryKey: [key, 'downloads', benefitId],
    queryFn: async ({ signal }) => {
      const query = { benefitId: [benefitId], limit: listedMax }
      return (await portal.call(listDownloadables, { query, signal })).items
    },
  })

export type LicenseKey = ResponseOf<typeof listPortalLicenseKeys>['items'][number]
export type Activation = ResponseOf<typeof getPortalLicenseKey>['activations'][number]

export const licenseKeysQuery = (portal: Api, benefitId: PortalGrant['benefitId']) =>
  queryOptions({
    queryKey: [key, 'license keys', benefitId],
    queryFn: async ({ signal }) => {
      const query = { benefitId: [benefitId], limit: listedMax }
      return (await portal.call(listPortalLicenseKeys, { query, signal })).items
    },
    // An application may have used it meanwhile.
    staleTime: 0,
  })

export const licenseKeyQuery = (portal: Api, id: LicenseKey['id']) =>
  queryOptions({
    queryKey: [key, 'license key', id],
    queryFn: ({ signal }) => portal.call(getPortalLicenseKey, { params: { id }, signal }),
    staleTime: 0,
  })

export const methodsQuery = (portal: Api) =>
  queryOptions({
    queryKey: [key, 'methods'],
    queryFn: async ({ signal }) =>
      (await portal.call(listPaymentMethods, { query: { limit: listedMax }, signal })).items,
  })

export type Wallet = ResponseOf<typeof listPortalWallets>['items'][number]

export const walletsQuery = (portal: Api) =>
  queryOptions({
    queryKey: [key, 'wallets'],
    queryFn: async ({ signal }) =>
      (await portal.call(listPortalWallets, { query: { limit: listedMax }, signal })).items,
  })

export type PortalMeter = ResponseOf<typeof listPortalCustomerMeters>['items'][number]

export const metersQuery = (portal: Api) =>
  queryOptions({
    queryKey: [key, 'meters'],
    queryFn: async ({ signal }) => {
      const query = { limit: listedMax, sorting: ['meter_name' as const] }
      return (await portal.call(listPortalCustomerMeters, { query, signal })).items
    },
    // What was used meanwhile is there when the customer comes back.
    staleTime: 0,
  })

export type PortalLimit = ResponseOf<typeof listPortalUsageLimits>['items'][number]

export const limitsQuery = (portal: Api) =>
  queryOptions({
    queryKey: [key, 'limits'],
    queryFn: async ({ signal }) =>
      (await portal.call(listPortalUsageLimits, { query: { limit: listedMax }, signal })).items,
  })

export type CreditProduct = ResponseOf<typeof listPortalCreditProducts>['items'][number]
export type TopUp = ResponseOf<typeof listPortalTopUps>['items'][number]

export const creditProductsQuery = (portal: Api) =>
  queryOptions({
    queryKey: [key, 'credit products'],
    queryFn: async ({ signal }) => (await portal.call(listPortalCreditProducts, { signal })).items,
  })

export const creditQuoteQuery = (portal: Api, id: CreditProduct['id'] | null) =>
  queryOptions({
    queryKey: [key, 'credit quote', id],
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) => portal.call(quotePortalCredits, { params: { id }, signal }),
    staleTime: 0,
    retry: false,
  })

export const topUpsQuery = (portal: Api) =>
  queryOptions({
    queryKey: [key, 'top-ups'],
    queryFn: async ({ signal }) =>
      (await portal.call(listPortalTopUps, { query: { limit: listedMax }, signal })).items,
    staleTime: 0,
  })

/** What expires next first. */
export const creditsQuery = (portal: Api, id: PortalMeter['id']) =>
  queryOptions({
    queryKey: [key, 'meters', id, 'credits'],
    queryFn: async ({ signal }) => {
      const call = { params: { id }, query: { limit: listedMax }, signal }
      return (await portal.call(listPortalCredits, call)).items
    },
    staleTime: 0,
  })

export type OverduePayment = ResponseOf<typeof listOverduePayments>['items'][number]

export const overdueQuery = (portal: Api) =>
  queryOptions({
    queryKey: [key, 'overdue'],
    queryFn: async ({ signal }) => (await portal.call(listOverduePayments, { signal })).items,
    // What a dialog says will be charged must be what is owed now. While the portal opens, one answer
    // is enough for all that shows it.
    staleTime: 1_000,
  })

export const payableOrderQuery = (portal: Api, id: OverduePayment['orders'][number]['id']) =>
  queryOptions({
    queryKey: [key, 'payable order', id],
    queryFn: ({ signal }) => portal.call(getPayableOrder, { params: { id }, signal }),
    staleTime: 0,
  })

/** Runs a change, then refetches everything in the portal. */
export function usePortalChange() {
  const queries = useQueryClient()
  return async <T>(change: () => Promise<T>): Promise<T> => {
    try {
      return await change()
    } finally {
      await refetchAfterChange(queries, [key])
    }
  }
}
