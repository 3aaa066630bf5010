/** Loads the panel's code for a job. The form preloads it at its first focus. */
export const loadPanelJob = () => import('./panel-job').then(({ PanelJob }) => PanelJob)
