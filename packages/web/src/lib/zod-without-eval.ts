import * as z from 'zod/mini'

// Zod would compile schemas with `new Function`, which the content security policy refuses; even
// its feature test would be reported as a violation.
z.config({ jitless: true })
