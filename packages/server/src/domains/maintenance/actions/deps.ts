import type { UnitOfWorkFactory } from '../../../platform/unit-of-work.ts'

export interface MaintenanceDeps {
  readonly uowFactory: UnitOfWorkFactory
}
