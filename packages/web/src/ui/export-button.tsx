import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { saveFile } from '#/lib/save-file.ts'
import { Button } from './button.tsx'
import { useToast } from './toast.tsx'

interface ExportButtonProps {
  /** Without the ending. */
  fileName: string
  csv: () => Promise<Blob>
}

/** Saves what a list shows, all pages of it, as CSV. */
export function ExportButton({ fileName, csv }: ExportButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await csv(), `${fileName}.csv`)
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
