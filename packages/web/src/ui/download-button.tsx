import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { Button } from './button.tsx'
import { useToast } from './toast.tsx'

interface DownloadButtonProps {
  /** The accessible name. */
  label: string
  /** Fetches the URL on click, because it is valid for minutes only. */
  urlOf: () => Promise<string>
  children: ReactNode
}

export function DownloadButton({ label, urlOf, children }: DownloadButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()
  const download = async () => {
    setBusy(true)
    try {
      window.location.assign(await urlOf())
    } catch (error) {
      toast({ title: failureMessage(error), tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="s" loading={isBusy} aria-label={label} onClick={() => void download()}>
      <Download aria-hidden="true" /> {children}
    </Button>
  )
}
