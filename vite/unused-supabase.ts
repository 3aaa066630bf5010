// Replaces supabase-js's realtime, storage, and functions, which the app never uses (the alias in vite.config.ts). A
// bundler can't remove these packages, because the client's constructor creates the first two. Token updates still
// work, because supabase-js passes each new token to realtime. All other calls throw.
function reject(): never {
  throw new Error('This bundle has no realtime, storage, or functions (vite/unused-supabase.ts)')
}

export class RealtimeClient {
  setAuth(): void {}
  channel = reject
  removeChannel = reject
  getChannels(): [] {
    return []
  }
  removeAllChannels(): Promise<[]> {
    return Promise.resolve([])
  }
}
export class StorageClient {
  from = reject
}
export class FunctionsClient {
  invoke = reject
}
export class FunctionsError extends Error {}
export class FunctionsFetchError extends FunctionsError {}
export class FunctionsHttpError extends FunctionsError {}
export class FunctionsRelayError extends FunctionsError {}
export class StorageApiError extends Error {}
export const FunctionRegion = {}
