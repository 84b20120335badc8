import type { Hooks } from '../../../platform/hooks.ts'
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts'
import type { OrganizationDeps } from '../../organizations/actions/deps.ts'

/** The dependencies of this domain, composed in `app/`. */
export interface FileDeps
  extends Pick<OrganizationDeps, 'uowFactory' | 'clock' | 'config' | 'keyring'> {
  readonly storage: ObjectStorage
}

export interface FileDeletionDeps extends FileDeps, Pick<Hooks, 'onFileDeleted'> {}
