import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { saveFile } from '#/lib/save-file.ts'
import { Button } from './button.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { useToast } from './toast.tsx'

interface ExportButtonProps {
  /** Without the ending. */
  fileName: string
  csv: () => Promise<Blob>
}

/** Saves what a list shows, all pages of it, as CSV. */
export function ExportButton({ fileName, csv }: ExportButtonProps) {
  const { isBusy, download } = useDownload(fileName)
  return (
    <Button loading={isBusy} onClick={() => void download(csv)}>
      <Download aria-hidden="true" /> Export CSV
    </Button>
  )
}

interface ExportMenuProps {
  fileName: string
  /** With the columns that the list shows. */
  shown: () => Promise<Blob>
  /** With all columns that the export has. */
  all: () => Promise<Blob>
}

/** The same for a list whose columns can be chosen. */
export function ExportMenu({ fileName, shown, all }: ExportMenuProps) {
  const { isBusy, download } = useDownload(fileName)
  const trigger = (
    <Button loading={isBusy}>
      <Download aria-hidden="true" /> Export CSV
    </Button>
  )
  return (
    <Menu trigger={trigger} align="end">
      <MenuItem onSelect={() => void download(shown)}>Columns shown</MenuItem>
      <MenuItem onSelect={() => void download(all)}>All columns</MenuItem>
    </Menu>
  )
}

function useDownload(fileName: string) {
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()
  const download = async (csv: () => Promise<Blob>) => {
    setBusy(true)
    try {
      saveFile(await csv(), `${fileName}.csv`)
    } catch (error) {
      toast({ tone: 'bad', title: 'Export failed', description: failureMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, download }
}
