/* What `configure` would write: nothing is needed of it here. */
