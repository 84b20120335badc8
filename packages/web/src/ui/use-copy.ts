import { useToast } from './toast.tsx'

/** Copies from a menu or a row, where no button is left to say that it's done. */
export function useCopy(): (text: string, what: string) => Promise<void> {
  const toast = useToast()
  return async (text, what) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: `${what} copied` })
    } catch {
      // The browser may forbid it, and without https there is no clipboard at all.
      toast({ tone: 'bad', title: 'The browser doesn’t allow copying', description: text })
    }
  }
}
