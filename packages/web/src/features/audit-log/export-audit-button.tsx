import { exportAuditEntries } from '@guildhall/contract/audit/audit-log'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { csvFile, saveFile } from '#/lib/save-file.ts'
import { Button } from '#/ui/button.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type AuditView, auditFilters } from './audit-view.ts'

/** Exports the entries that match the filters as CSV. */
export function ExportAuditButton({ view }: { view: AuditView }) {
  const { id, slug } = useOrganization()
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()
  const download = async () => {
    setBusy(true)
    try {
      const query = { ...auditFilters(view), organizationId: [id] }
      saveFile(csvFile(await api.call(exportAuditEntries, { query })), `${slug}-audit-log.csv`)
    } catch (error) {
      toast({ tone: 'bad', title: 'Export failed', description: failureMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={isBusy} onClick={() => void download()}>
      <Download aria-hidden="true" /> Export CSV
    </Button>
  )
}
