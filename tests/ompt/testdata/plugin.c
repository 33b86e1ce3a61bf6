/* The library of loaded.c: target code of its own. */
int plugin_value;
#pragma omp declare target enter(plugin_value)

int plugin_run(void) {
#pragma omp target map(always, from : plugin_value)
	plugin_value += 7;
	return plugin_value;
}
