import type { Hooks } from '../../../platform/hooks.ts'
import type { OrganizationDeps } from '../../organizations/actions/deps.ts'

/** The dependencies of this domain; `app/` provides them. */
export interface MeterDeps extends Pick<OrganizationDeps, 'uowFactory' | 'clock'> {
  readonly onMeterDefined: Hooks['onMeterDefined']
  readonly meterRedefinitionBlockers: Hooks['meterRedefinitionBlockers']
}
