import type { Aggregation } from '@guildhall/contract/metering/shapes'
import { jsonText } from '../../../platform/database/json.ts'
import type { MeterChange } from '../rules/meter-change.ts'
import type { MeterChanges } from '../store/meters.ts'

/** What changes of a meter, as columns. */
export const columnsOf = ({
  filter,
  aggregation,
  metadata,
  ...plain
}: MeterChange): MeterChanges => ({
  ...plain,
  ...(filter !== undefined && { filter: jsonText(filter) }),
  ...(aggregation !== undefined && aggregationColumns(aggregation)),
  ...(metadata !== undefined && { metadata: jsonText(metadata) }),
})

export const aggregationColumns = (aggregation: Aggregation) => ({
  aggregationFunc: aggregation.func,
  aggregationProperty: aggregation.func === 'count' ? null : aggregation.property,
})
