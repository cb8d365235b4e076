/**
 * Replaces @supabase/realtime-js in the browser's build (vite.config.ts), which is 14 kB that
 * nothing uses yet. supabase-js creates the client and passes the session's token on.
 */
export class RealtimeClient {
  async setAuth(): Promise<void> {}
}
