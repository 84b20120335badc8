import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'

const copiedMilliseconds = 1600

interface CopyButtonProps {
  text: string
  /** What is copied: "id", "secret". */
  what: string
  className?: string
}

export function CopyButton({ text, what, className }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(text)
  return (
    <>
      <IconButton size="s" label={`Copy ${what}`} onClick={copy} className={className}>
        {isCopied ? (
          <Check aria-hidden="true" className="text-good" />
        ) : (
          <Copy aria-hidden="true" />
        )}
      </IconButton>
      <span aria-live="polite" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </>
  )
}

function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMilliseconds)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return { isCopied, copy }
}
