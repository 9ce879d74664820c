/** How schemas express lists in pages, IDs, filters, sorting and payload errors. */

export {};
