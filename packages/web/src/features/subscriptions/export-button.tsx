import { exportSubscriptions } from '@guildhall/contract/subscriptions/subscriptions'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
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
      save(await api.call(exportSubscriptions, { query }), `${slug}-subscriptions.csv`)
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

function save(csv: string, name: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
