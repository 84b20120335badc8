import { exportEvents } from '@guildhall/contract/usage/events'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useListSettings } from '#/entities/saved-view/list-settings.ts'
import { api } from '#/lib/api.ts'
import { ExportMenu } from '#/ui/export-button.tsx'
import { eventFileColumns } from './event-columns.ts'
import type { EventsView } from './events-view.ts'
import { filtersOf } from './usage-queries.ts'

/** Exports the events that match the filters as CSV. */
export function ExportEventsButton({ view }: { view: EventsView }) {
  const { id, slug } = useOrganization()
  const { shown } = useListSettings('usage_events', view.view)
  const query = { ...filtersOf(view), organizationId: [id] }
  const columns = eventFileColumns(shown)
  return (
    <ExportMenu
      fileName={`${slug}-events`}
      shown={() => api.csv(exportEvents, { query: { ...query, columns } })}
      all={() => api.csv(exportEvents, { query })}
    />
  )
}
