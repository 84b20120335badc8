import type { Hooks } from '../../../platform/hooks.ts'
import type { OrganizationDeps } from '../../organizations/actions/deps.ts'

/** The dependencies of this domain; `app/` provides them. */
export type CatalogDeps = Pick<OrganizationDeps, 'uowFactory' | 'config' | 'keyring'>

export type CustomFieldDeps = CatalogDeps & Pick<Hooks, 'onCustomFieldRenamed'>
