import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '../../lib/session.ts'

export const Route = createFileRoute('/dashboard')({ beforeLoad: requireSession })
