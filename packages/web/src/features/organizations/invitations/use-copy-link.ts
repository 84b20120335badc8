import { useToast } from '../../../ui/toast.tsx'
import type { Invitation } from '../organization-queries.ts'

/** Puts the link of an invitation where it can be pasted from; else shows it. */
export function useCopyLink({ id, email }: Invitation): () => Promise<void> {
  const toast = useToast()
  return async () => {
    const link = `${window.location.origin}/accept-invitation/${id}`
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: 'Link copied', description: `It works for ${email} only.` })
    } catch {
      // The browser may forbid it, and without https there is no clipboard at all.
      toast({ tone: 'warn', title: 'Copy this link by hand', description: link })
    }
  }
}
