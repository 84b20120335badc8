import type { ObjectStorage } from '../../../platform/storage/object-storage.ts'
import type { Work } from '../../../platform/work.ts'
import type { OrganizationParts } from '../../organizations/index.ts'
import type { FileKey } from '../store/files.ts'

/** What everything in this domain is made from; put together in `app/`. */
export interface FileParts
  extends Pick<OrganizationParts, 'workshop' | 'clock' | 'config' | 'keyring'> {
  readonly storage: ObjectStorage
}

export interface FileDeletionParts extends FileParts {
  /** What other domains let go of when a file is deleted, which is locked then. */
  readonly whenFileGoes: readonly FileGoing[]
}

type FileGoing = (work: Work, file: FileKey) => Promise<void>
