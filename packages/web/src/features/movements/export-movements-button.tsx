import { exportMovements } from '@guildhall/contract/metrics/movements'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { api } from '#/lib/api.ts'
import { ExportButton } from '#/ui/export-button.tsx'
import { movementFilters } from './movement-queries.ts'
import type { MovementsView } from './movements-view.ts'

/** Exports the movements that match the filters as CSV. */
export function ExportMovementsButton({ view }: { view: MovementsView }) {
  const { id, slug } = useOrganization()
  return (
    <ExportButton
      fileName={`${slug}-movements`}
      csv={() => api.csv(exportMovements, { query: movementFilters(id, view) })}
    />
  )
}
