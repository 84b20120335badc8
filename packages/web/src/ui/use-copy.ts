import { useToast } from './toast.tsx'

/** Copies from a menu or a row, and shows a toast, because no button remains to confirm it. */
export function useCopy(): (text: string, what: string) => Promise<void> {
  const toast = useToast()
  return async (text, what) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: `${what} copied` })
    } catch {
      // Browsers may deny it, and without https there is no clipboard.
      toast({ tone: 'bad', title: 'Your browser blocked copying', description: text })
    }
  }
}
