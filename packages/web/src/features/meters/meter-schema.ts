import { eventProperty } from '@guildhall/contract/metering/filters'
import { meterName } from '@guildhall/contract/metering/shapes'
import { type FieldSchemas, rule, text } from '#/lib/form-schema.ts'
import { metadataSchema } from '#/lib/metadata-rows.ts'
import { type FilterDraft, filterMistake } from './filter-draft.ts'
import type { MeterDraft } from './meter-draft.ts'

export const meterSchema = {
  name: text(meterName, { empty: 'Enter a name.' }),
  filter: rule<FilterDraft>(filterMistake),
  property: text(eventProperty, { empty: 'Enter the name of the property.' }),
  metadata: metadataSchema,
} satisfies FieldSchemas<MeterDraft>
