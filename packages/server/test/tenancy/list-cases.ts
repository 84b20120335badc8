import { newSlug } from '../owned-organization.ts'
import { at, type TenancyCase } from './tenancy-case.ts'

const ordersList: Pick<TenancyCase, 'params'> = {
  params: ({ organization }) => ({ id: organization, list: 'orders' }),
}

export const listCases: Readonly<Record<string, TenancyCase>> = {
  getListSettings: ordersList,
  updateListSettings: { ...ordersList, body: () => ({ columns: ['customer', 'amount'] }) },
  createSavedView: {
    body: () => ({ list: 'orders', name: newSlug(), query: { status: 'paid' } }),
  },
  updateSavedView: { ...at('savedView'), isOwners: true, body: () => ({ name: newSlug() }) },
  deleteSavedView: { ...at('savedView'), isOwners: true },
}
