import { exportSubscriptions } from '@guildhall/contract/subscriptions/subscriptions'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { failureWords } from '../../lib/failure-words.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'

/** All of them as a table for other programs. */
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
      toast({ tone: 'bad', title: 'Nothing was exported', description: failureWords(error) })
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
