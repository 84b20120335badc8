import { exportSubscriptions } from '@guildhall/contract/subscriptions/subscriptions'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { csvFile, saveFile } from '#/lib/save-file.ts'
import { Button } from '#/ui/button.tsx'
import { useToast } from '#/ui/toast.tsx'

/** Exports all subscriptions as CSV. */
export function ExportButton() {
  const { id, slug } = useOrganization()
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()
  const download = async () => {
    setBusy(true)
    try {
      const query = { organizationId: [id] }
      const csv = await api.call(exportSubscriptions, { query })
      saveFile(csvFile(csv), `${slug}-subscriptions.csv`)
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
